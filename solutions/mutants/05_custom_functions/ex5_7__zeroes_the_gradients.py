# law: new tensor
def apply(function, *inputs):
    node = tape.Node(function)
    with tape.no_grad():
        result = function.forward(node, *inputs)
    output = tape.Tensor(result.data)
    pairs = []
    for each in inputs:
        if not isinstance(each, tape.Tensor) or not each.requires_grad:
            pairs.append((None, 0))
            continue
        if each.grad_fn is None:
            each.grad = tape.Tensor(np.zeros_like(each.data))
        pairs.append((tape.node_of(each), 0))
    if tape.recording and any(after is not None for after, _ in pairs):
        output.requires_grad, output.grad_fn, node.next_functions = True, node, tuple(pairs)
    return output
