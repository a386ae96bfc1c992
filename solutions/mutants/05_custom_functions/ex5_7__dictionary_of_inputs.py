# law: edges
# A list cannot be the key of a dictionary.
def apply(function, *inputs):
    node = Node(function)
    with no_recording():
        data = function.forward(node, *inputs).data
    edge = {}
    for i in inputs:
        edge[i] = None
        if isinstance(i, Tensor) and i.requires_grad:
            edge[i] = i if i.grad_fn is None else i.grad_fn
    new = Tensor(data)
    if Tape.recording and any(e is not None for e in edge.values()):
        new.requires_grad = True
        new.grad_fn = node
        node.edges = tuple(edge[i] for i in inputs)
    return new
