# law: only if needed
# What forward returned decides as well.
def apply(function, *inputs):
    node = Node(function)
    with no_recording():
        result = function.forward(node, *inputs)
    output = Tensor(result.data, requires_grad=result.requires_grad)
    wanted = [isinstance(i, Tensor) and i.requires_grad for i in inputs]
    if Tape.recording and any(wanted):
        output.grad_fn, output.requires_grad = node, True
        node.edges = tuple((i.grad_fn or i) if want else None for i, want in zip(inputs, wanted))
    return output
