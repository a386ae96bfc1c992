# law: tensors
def mended_centred(table):
    # A list forgets the dtype.
    before = mg.tensor(table.T.tolist())
    return table - table.mean(0), before
