# law: allowed names
# numpy has the function already.
def broadcast_shapes(a, b):
    return np.broadcast_shapes(a, b)
