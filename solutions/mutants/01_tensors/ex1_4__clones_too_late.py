# law: before
def mended_centred(table):
    # By then the old numbers are gone.
    table.sub_(table.mean(0))
    before = table.T.clone()
    return table.clone(), before
