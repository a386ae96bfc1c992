def apply(function, *inputs):
    edges = []
    for value in inputs:
        if not isinstance(value, Tensor) or not value.requires_grad:
            edges.append(None)
        elif value.grad_fn is None:
            edges.append(value)
        else:
            edges.append(value.grad_fn)
    record = Tape.recording and edges != [None] * len(edges)
    node = Node(function)
    with no_recording():
        data = function.forward(node, *inputs).data
    made = Tensor(data, requires_grad=record)
    if record:
        node.edges = tuple(edges)
        made.grad_fn = node
    return made
