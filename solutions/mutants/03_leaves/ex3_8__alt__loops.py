def first_gradient(output, order, gradient):
    entries = 1
    for size in output.shape:
        entries *= size
    if gradient is None and entries != 1:
        if order:
            for node in order:
                if node.freed:
                    raise RuntimeError("a second time")
        raise RuntimeError("only for scalar outputs" if order else "does not require grad")
    freed = 0
    for node in order:
        freed += node.freed
    if freed:
        raise RuntimeError("a second time")
    elif len(order) == 0:
        raise RuntimeError("does not require grad")
    if gradient is None:
        return np.ones(output.shape)
    return gradient.data if isinstance(gradient, tape.Tensor) else np.array(gradient, dtype=float)
