# law: before
def mended_centred(table):
    # squeeze makes a tensor without sizes of 1: no column is left where there is one.
    before = table.T.squeeze().clone()
    return table - table.mean(0), before
