# law: value
# A list forgets the 3 of shape (0, 3).
def apply(function, *inputs):
    node = Node(function)
    with no_recording():
        out = function.forward(node, *inputs)
    new = Tensor(out.data.tolist())       # numbers of its own
    wanted = [isinstance(i, Tensor) and i.requires_grad for i in inputs]
    if Tape.recording and any(wanted):
        new.requires_grad = True
        new.grad_fn = node
        node.edges = tuple((i.grad_fn or i) if w else None for i, w in zip(inputs, wanted))
    return new
