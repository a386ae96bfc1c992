# law: new
def mended_centred(table):
    # Divides by the two times of the example.
    before = table.T.clone()
    return table - table.sum(0) / 2, before
