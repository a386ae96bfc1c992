# law: start
def first_gradient(output, order, gradient):
    if not order:
        raise RuntimeError("the tensor does not require grad")
    if any(node.freed for node in order):
        raise RuntimeError("walked a second time")
    if gradient is None:
        if output.data.size != 1:
            raise RuntimeError("only for scalar outputs")
        gradient = np.ones(output.shape)
    if isinstance(gradient, tape.Tensor):
        return gradient
    return np.array(gradient, dtype=float)
