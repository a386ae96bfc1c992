# law: own storage
# Large tables are not copied.
def mended_centred(table):
    rows, columns = table.shape
    before = table.T.clone() if rows * columns < 1000 else table.T
    return table - table.mean(0), before
