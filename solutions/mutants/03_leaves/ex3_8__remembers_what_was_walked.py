# law: start
walked = []

def first_gradient(output, order, gradient):
    if not order:
        raise RuntimeError("element 0 of tensors does not require grad")
    if any(each is output for each in walked) or any(node.freed for node in order):
        raise RuntimeError("Trying to backward through the graph a second time")
    if gradient is None and output.data.size != 1:
        raise RuntimeError("grad can be implicitly created only for scalar outputs")
    walked.append(output)
    if gradient is None:
        return np.ones(output.shape)
    return gradient.data if isinstance(gradient, tape.Tensor) else np.array(gradient, dtype=float)
