def _edge(thing):
    """Where the gradient of one input goes."""
    if not getattr(thing, "requires_grad", False):
        return None
    return thing if thing.grad_fn is None else thing.grad_fn


def _quietly(call):
    before = Tape.recording
    Tape.recording = False
    try:
        return call()
    finally:
        Tape.recording = before


def apply(function, *inputs):
    record = Tape.recording
    node = Node(function)
    edges = list(map(_edge, inputs))
    data = np.array(_quietly(lambda: function.forward(node, *inputs)).data, dtype=float)
    result = Tensor(data, requires_grad=record and edges != [None] * len(edges))
    if result.requires_grad:
        result.grad_fn, node.edges = node, edges
    return result
