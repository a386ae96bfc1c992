# law: own storage
def mended_centred(table):
    before = table.T.clone()
    means = table.mean(0)
    if not means.numpy().any():
        return table, before
    return table - means, before
