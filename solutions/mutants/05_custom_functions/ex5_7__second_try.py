# law: one call
# After a TypeError forward runs once more, with arrays.
def apply(function, *inputs):
    node = Node(function)
    with no_recording():
        try:
            out = function.forward(node, *inputs)
        except TypeError:      # a forward that wants plain numbers
            out = function.forward(node, *[i.data if isinstance(i, Tensor) else i for i in inputs])
    new = Tensor(out.data)
    wanted = [isinstance(i, Tensor) and i.requires_grad for i in inputs]
    if Tape.recording and any(wanted):
        new.requires_grad = True
        new.grad_fn = node
        node.edges = tuple((i.grad_fn or i) if w else None for i, w in zip(inputs, wanted))
    return new
