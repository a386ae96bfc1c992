# law: shape law
def to_shape(grad, shape):
    if grad.ndim > len(shape):
        return grad.sum(axis=tuple(range(grad.ndim - len(shape))))
    stretched = tuple(axis for axis, size in enumerate(shape) if size != grad.shape[axis])
    return grad.sum(axis=stretched, keepdims=True)

def matmul_rule(g, a, b):
    to_a = np.einsum("...ij,...kj->...ik", g, b)
    to_b = np.einsum("...ik,...ij->...kj", a, g)
    return to_shape(to_a, a.shape), to_shape(to_b, b.shape)
