# law: start
def first_gradient(output, order, gradient):
    if not order:
        raise RuntimeError("element 0 of tensors does not require grad and does not have a grad_fn")
    if any(node.freed for node in order):
        raise RuntimeError("Trying to backward through the graph a second time")
    if gradient is None:
        if output.data.size != 1:
            raise RuntimeError("grad can be implicitly created only for scalar outputs")
        gradient = 1.0
    if isinstance(gradient, tape.Tensor):
        gradient = gradient.data
    return np.ones(output.shape) * np.array(gradient, dtype=float)
