def mended_centred(table):
    return table - table.sum(0) / table.shape[0], table.T + 0
