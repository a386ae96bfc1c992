# law: new tensor
def apply(function, *inputs):
    node = Node(function)
    with no_recording():
        output = function.forward(node, *inputs)
    if any(output is each for each in inputs):
        output = Tensor(output.data)
    if Tape.recording and any(isinstance(each, Tensor) and each.requires_grad for each in inputs):
        node.edges = tuple(
            (each.grad_fn or each) if isinstance(each, Tensor) and each.requires_grad else None for each in inputs
        )
        output.grad_fn, output.requires_grad = node, True
    return output
