# law: before
def mended_centred(table):
    before = table.T
    table.sub_(table.mean(0))
    return table, before
