# law: edges
def apply(function, *inputs):
    node = Node(function)
    with no_recording():
        result = function.forward(node, *inputs)
    output = Tensor(result.data)
    edges = []
    for each in inputs[:2]:
        if isinstance(each, Tensor) and each.requires_grad:
            edges.append(each.grad_fn or each)
        else:
            edges.append(None)
    if Tape.recording and edges != [None] * len(edges):
        output.requires_grad, output.grad_fn, node.edges = True, node, tuple(edges)
    return output
