# law: edges
# A Tensor with a node may require no grad.
def apply(function, *inputs):
    node = Node(function)
    with no_recording():
        result = function.forward(node, *inputs)
    output = Tensor(result.data)
    wanted = [isinstance(i, Tensor) and i.requires_grad for i in inputs]
    if Tape.recording and any(wanted):
        output.grad_fn, output.requires_grad = node, True
        node.edges = tuple(getattr(i, 'grad_fn', None) or (i if want else None) for i, want in zip(inputs, wanted))
    return output
