# law: new
def mended_centred(table):
    # Halfway between first and last: the mean of two rows only.
    before = table.T.clone()
    return table - (table[0] + table[-1]) / 2, before
