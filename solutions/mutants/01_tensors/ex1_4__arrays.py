# law: tensors
def mended_centred(table):
    # Arrays of numpy's.
    numbers = table.numpy()
    return numbers - numbers.mean(0), numbers.T.copy()
