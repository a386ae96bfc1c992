# law: allowed names
# The shape of a sum that mg makes.
def broadcast_shapes(a, b):
    try:
        return tuple((mg.zeros(a) + mg.zeros(b)).shape)
    except RuntimeError:
        raise ValueError("these two shapes cannot meet") from None
