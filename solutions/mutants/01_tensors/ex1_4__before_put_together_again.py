# law: before
def mended_centred(table):
    means = table.mean(0)
    new = table - means
    before = (new + means).T
    return new, before.clone()
