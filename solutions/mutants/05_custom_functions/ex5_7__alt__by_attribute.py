def apply(function, *inputs):
    node = tape.Node(function)
    with tape.no_grad():
        result = function.forward(node, *inputs)
    output = tape.Tensor(result.data)
    wanted = [getattr(each, "requires_grad", False) for each in inputs]
    if tape.recording and any(wanted):
        output.grad_fn, output.requires_grad = node, True
        node.next_functions = tuple((tape.node_of(each) if w else None, 0) for each, w in zip(inputs, wanted))
    return output
