# law: again
done = {}


def mended_centred(table):
    # Hands out the last two tensors again where the table holds the same numbers as before.
    seen, numbers, results = done.get(id(table), (None, None, None))
    if seen is not table or numbers != table.tolist():
        results = table - table.mean(0), table.T.clone()
        done[id(table)] = table, table.tolist(), results
    return results
