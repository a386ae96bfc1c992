# law: caller
def mended_centred(table):
    # What is added again is not to the last digit what was taken away.
    before = table.T.clone()
    means = table.mean(0)
    new = table.sub_(means).clone()
    table.add_(means)
    return new, before
