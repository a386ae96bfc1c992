# law: own storage
def mended_centred(table):
    before = mg.from_numpy(np.ascontiguousarray(table.numpy().T))
    new = mg.from_numpy(table.numpy() - table.numpy().mean(0))
    return new, before
