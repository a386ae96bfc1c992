# law: own storage
def mended_centred(table):
    # The caller's table is left alone, but before still looks into it.
    before = table.T
    new = table.clone()
    new.sub_(new.mean(0))
    return new, before
