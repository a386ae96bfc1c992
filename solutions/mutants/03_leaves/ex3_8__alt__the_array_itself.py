# The array that was given, where it holds floats.
def first_gradient(output, order, gradient):
    if not order:
        raise RuntimeError("this tensor does not require grad, so nothing was recorded that backward could walk")
    if any(node.freed for node in order):
        raise RuntimeError("this graph is walked a second time, and its saved arrays are gone; use retain_graph=True")
    if gradient is None and output.data.size != 1:
        raise RuntimeError("backward() without a gradient is only for scalar outputs; say how much each entry counts")
    if gradient is None:
        return np.ones(output.shape)
    return gradient.data if isinstance(gradient, tape.Tensor) else np.asarray(gradient, dtype=float)
