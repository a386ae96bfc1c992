def apply(function, *inputs):
    node = Node(function)
    with no_recording():
        result = function.forward(node, *inputs)
    output = Tensor(result.data)
    wanted = [getattr(each, "requires_grad", False) for each in inputs]
    if Tape.recording and any(wanted):
        output.grad_fn, output.requires_grad = node, True
        node.edges = tuple((each.grad_fn or each) if w else None for each, w in zip(inputs, wanted))
    return output
