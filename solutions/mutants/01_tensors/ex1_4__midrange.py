# law: new
def mended_centred(table):
    before = table.T.clone()
    numbers = table.numpy()
    middle = (numbers.max(axis=0) + numbers.min(axis=0)) / 2
    return table - mg.tensor(middle), before
