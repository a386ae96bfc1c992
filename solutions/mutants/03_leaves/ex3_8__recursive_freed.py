# law: second time
def one_freed(nodes):
    if not nodes:
        return False
    return nodes[0].freed or one_freed(nodes[1:])

def first_gradient(output, order, gradient):
    if not order:
        raise RuntimeError("the tensor does not require grad")
    if one_freed(order):
        raise RuntimeError("backward through the graph a second time")
    if gradient is None and output.data.size != 1:
        raise RuntimeError("only for scalar outputs")
    if gradient is None:
        return np.ones(output.shape)
    return gradient.data if isinstance(gradient, tape.Tensor) else np.array(gradient, dtype=float)
