# law: no graph
def first_gradient(output, order, gradient):
    if len(order) == 0 and gradient is None:
        raise RuntimeError("does not require grad")
    for node in order:
        if node.freed:
            raise RuntimeError("walked a second time")
    if output.data.size != 1 and gradient is None:
        raise RuntimeError("only for scalar outputs")
    if gradient is None:
        return np.ones(output.shape)
    return gradient.data if isinstance(gradient, tape.Tensor) else np.array(gradient, dtype=float)
