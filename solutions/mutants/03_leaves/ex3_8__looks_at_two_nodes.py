# law: second time
def first_gradient(output, order, gradient):
    if not order:
        raise RuntimeError("nothing was recorded: does not require grad")
    if order[0].freed or order[min(1, len(order) - 1)].freed:
        raise RuntimeError("not a second time")
    if gradient is None and output.data.size != 1:
        raise RuntimeError("only for scalar outputs")
    if gradient is None:
        return np.ones(output.shape)
    return gradient.data if isinstance(gradient, tape.Tensor) else np.array(gradient, dtype=float)
