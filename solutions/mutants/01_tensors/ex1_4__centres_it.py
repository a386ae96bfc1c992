# law: caller
def mended_centred(table):
    # A contiguous one is new only where the transpose was not contiguous yet.
    before = table.T.clone()
    new = table.T.contiguous().T
    new.sub_(new.mean(0))
    return new, before
