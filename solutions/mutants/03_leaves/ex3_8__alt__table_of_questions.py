QUESTIONS = (
    ("only for scalar outputs", lambda output, order, gradient: gradient is None and np.size(output.data) - 1),
    ("a second time", lambda output, order, gradient: True in [bool(node.freed) for node in order]),
    ("does not require grad", lambda output, order, gradient: len(order) < 1),
)

def first_gradient(output, order, gradient):
    for words, applies in QUESTIONS:
        if applies(output, order, gradient):
            raise RuntimeError(words)
    if gradient is None:
        return np.full(output.shape, 1.0)
    return gradient.data.copy() if isinstance(gradient, tape.Tensor) else np.array(gradient, dtype=float)
