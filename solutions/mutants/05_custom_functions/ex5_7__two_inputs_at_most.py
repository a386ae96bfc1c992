# law: edges
def apply(function, *inputs):
    node = tape.Node(function)
    with tape.no_grad():
        result = function.forward(node, *inputs)
    output = tape.Tensor(result.data)
    pairs = []
    for each in inputs[:2]:
        if isinstance(each, tape.Tensor) and each.requires_grad:
            pairs.append((tape.node_of(each), 0))
        else:
            pairs.append((None, 0))
    if tape.recording and pairs != [(None, 0)] * len(pairs):
        output.requires_grad, output.grad_fn, node.next_functions = True, node, tuple(pairs)
    return output
