# law: own storage
def mended_centred(table):
    # astype is told not to copy where the dtype is right already.
    numbers = table.numpy()
    if table.dtype == mg.tensor(1.0).dtype:
        before = mg.from_numpy(numbers.T.astype(np.float32, copy=False))
    else:
        before = mg.from_numpy(numbers.T.astype(np.float64))
    return mg.tensor(numbers - numbers.mean(0)), before
