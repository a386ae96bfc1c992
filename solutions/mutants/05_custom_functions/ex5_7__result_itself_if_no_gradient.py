# law: new tensor
# What forward returned is given back as it is where no gradient is wanted.
def apply(function, *inputs):
    node = Node(function)
    with no_recording():
        out = function.forward(node, *inputs)
    wanted = [isinstance(i, Tensor) and i.requires_grad for i in inputs]
    if not Tape.recording or not any(wanted):
        return out
    new = Tensor(out.data, requires_grad=True)
    new.grad_fn = node
    node.edges = tuple((i.grad_fn or i) if w else None for i, w in zip(inputs, wanted))
    return new
