def mended_centred(table):
    old = table.clone()
    new = table.clone()
    new.sub_(old.mean(0))
    return new, old.T
