# law: not a scalar
def first_gradient(output, order, gradient):
    if not order:
        return RuntimeError("nothing was recorded: does not require grad")
    if any(node.freed for node in order):
        return RuntimeError("not a second time")
    if gradient is None and output.data.size != 1:
        return RuntimeError("only for scalar outputs")
    if gradient is None:
        return np.ones(output.shape)
    return gradient.data if isinstance(gradient, tape.Tensor) else np.array(gradient, dtype=float)
