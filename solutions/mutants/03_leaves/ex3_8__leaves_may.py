# law: not a scalar
def first_gradient(output, order, gradient):
    if not order:
        raise RuntimeError("this tensor does not require grad")
    if any(node.freed for node in order):
        raise RuntimeError("trying to walk the graph a second time")
    if gradient is None and output.data.size != 1 and len(order) > 1:
        raise RuntimeError("grad is made up only for scalar outputs")
    if gradient is None:
        return np.ones(output.shape)
    return gradient.data if isinstance(gradient, tape.Tensor) else np.array(gradient, dtype=float)
