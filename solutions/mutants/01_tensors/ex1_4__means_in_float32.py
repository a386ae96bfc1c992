# law: new
def mended_centred(table):
    before = table.T.clone()
    means = mg.tensor(table.numpy().astype("float32").mean(0))
    return (table - means), before
