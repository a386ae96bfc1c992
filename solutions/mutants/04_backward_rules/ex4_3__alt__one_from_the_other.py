def matmul_rule(g, a, b):
    def of_left(g, right, shape):
        axes = [*range(right.ndim - 2), right.ndim - 1, right.ndim - 2]
        return sum_to_shape(np.matmul(g, right.transpose(axes)), shape)
    turned = [*a.shape[:-2], a.shape[-1], a.shape[-2]]
    back = [*b.shape[:-2], b.shape[-1], b.shape[-2]]
    to_b = of_left(np.swapaxes(g, -1, -2), np.swapaxes(a, -1, -2), tuple(back))
    return of_left(g, b, a.shape), np.swapaxes(to_b, -1, -2)
