# law: before
def mended_centred(table):
    # Right shape, wrong order. Agrees for a table with one row.
    before = table.clone().reshape(table.shape[1], table.shape[0])
    return table - table.mean(0), before
