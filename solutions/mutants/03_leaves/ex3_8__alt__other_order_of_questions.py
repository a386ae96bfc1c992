class WalkError(RuntimeError):
    pass


def entries(output):
    number = 1
    for length in output.shape:
        number *= length
    return number


def first_gradient(output, order, gradient):
    if gradient is None and entries(output) != 1:
        raise WalkError(f"grad is made only for scalar outputs, and this one has the shape {output.shape}")
    if True in {node.freed for node in order}:
        raise WalkError("this graph would be walked a second time")
    if not output.requires_grad:
        raise WalkError("this tensor does not require grad")
    if gradient is None:
        return np.ones(output.shape)
    return gradient.data if isinstance(gradient, tape.Tensor) else np.array(gradient, dtype=float)
