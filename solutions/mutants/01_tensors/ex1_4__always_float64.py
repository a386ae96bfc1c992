# law: tensors
def mended_centred(table):
    # Numpy's own floats, whatever the table had.
    numbers = np.array(table.tolist())
    return mg.tensor(numbers - numbers.mean(0)), mg.tensor(numbers.T)
