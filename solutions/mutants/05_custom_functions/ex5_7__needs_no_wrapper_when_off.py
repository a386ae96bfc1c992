# law: recording
# With recording off forward may turn it on.
def apply(function, *inputs):
    node = Node(function)
    if not Tape.recording:
        return Tensor(function.forward(node, *inputs).data)
    with no_recording():
        result = function.forward(node, *inputs)
    output = Tensor(result.data)
    wanted = [isinstance(i, Tensor) and i.requires_grad for i in inputs]
    if Tape.recording and any(wanted):
        output.grad_fn, output.requires_grad = node, True
        node.edges = tuple((i.grad_fn or i) if want else None for i, want in zip(inputs, wanted))
    return output
