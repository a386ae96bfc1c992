# law: start
def first_gradient(output, order, gradient):
    if not order:
        raise RuntimeError("nothing was recorded: does not require grad")
    if any(node.freed for node in order) or hasattr(output, "walked"):
        raise RuntimeError("not a second time")
    output.walked = True
    if gradient is None and output.data.size != 1:
        raise RuntimeError("only for scalar outputs")
    if gradient is None:
        return np.ones(output.shape)
    return gradient.data if isinstance(gradient, tape.Tensor) else np.array(gradient, dtype=float)
