# law: own words
def first_gradient(output, order, gradient):
    # Whatever applies, all words are there.
    if not order or any(node.freed for node in order) or (gradient is None and output.data.size != 1):
        raise RuntimeError("does not require grad, or is walked a second time, or only for scalar outputs")
    if gradient is None:
        return np.ones(output.shape)
    return gradient.data if isinstance(gradient, tape.Tensor) else np.array(gradient, dtype=float)
