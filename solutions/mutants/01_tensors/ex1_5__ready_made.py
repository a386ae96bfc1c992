# law: allowed names
# minigrad has the function already.
def sum_to_shape(g, shape):
    return mg.tensor(g).sum_to_size(shape).numpy()
