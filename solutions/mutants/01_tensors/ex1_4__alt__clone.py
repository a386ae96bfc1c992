def mended_centred(table):
    before = table.T.clone()
    new = table - table.mean(0)
    return new, before
