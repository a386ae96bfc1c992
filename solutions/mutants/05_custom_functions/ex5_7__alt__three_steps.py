def apply(function, *inputs):
    node = Node(function)
    with no_recording():
        result = function.forward(node, *inputs)
    output = Tensor(result.data)
    if Tape.recording and any(isinstance(each, Tensor) and each.requires_grad for each in inputs):
        output.grad_fn, output.requires_grad = node, True
        node.edges = tuple(
            (each.grad_fn or each) if isinstance(each, Tensor) and each.requires_grad else None for each in inputs
        )
    return output
