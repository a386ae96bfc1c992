# law: new tensor
def apply(function, *inputs):
    node = Node(function)
    with no_recording():
        result = function.forward(node, *inputs)
    output = Tensor(result.data)
    edges = []
    for each in inputs:
        if not isinstance(each, Tensor) or not each.requires_grad:
            edges.append(None)
        elif each.grad_fn is None:
            each.grad = np.zeros_like(each.data)
            edges.append(each)
        else:
            edges.append(each.grad_fn)
    if Tape.recording and any(edge is not None for edge in edges):
        output.requires_grad, output.grad_fn, node.edges = True, node, tuple(edges)
    return output
