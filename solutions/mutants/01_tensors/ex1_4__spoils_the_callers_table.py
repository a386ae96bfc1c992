# law: caller
def mended_centred(table):
    # before is safe now; the caller's table is not.
    before = table.T.clone()
    table.sub_(table.mean(0))
    return table, before
