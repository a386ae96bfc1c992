# law: own storage
def mended_centred(table):
    # reshape to the shape that it has: still a view.
    before = table.T.reshape(table.shape[1], table.shape[0])
    return table - table.mean(0), before
