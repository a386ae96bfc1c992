# law: own storage
def mended_centred(table):
    # contiguous copies only what is not contiguous yet.
    before = table.T.contiguous()
    return table - table.mean(0), before
