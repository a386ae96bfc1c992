def _after(thing):
    """Where the gradient of one input goes."""
    if not getattr(thing, "requires_grad", False):
        return None
    return tape.node_of(thing)


def _quietly(call):
    before = tape.recording
    tape.recording = False
    try:
        return call()
    finally:
        tape.recording = before


def apply(function, *inputs):
    record = tape.recording
    node = tape.Node(function)
    behind = list(map(_after, inputs))
    data = np.array(_quietly(lambda: function.forward(node, *inputs)).data, dtype=float)
    result = tape.Tensor(data, requires_grad=record and behind != [None] * len(behind))
    if result.requires_grad:
        result.grad_fn, node.next_functions = node, list(zip(behind, [0] * len(behind)))
    return result
