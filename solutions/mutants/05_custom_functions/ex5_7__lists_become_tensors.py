# law: one call
# Forward gets a Tensor in the place of a list.
def apply(function, *inputs):
    inputs = [Tensor(i) if isinstance(i, (list, np.ndarray)) else i for i in inputs]
    node = Node(function)
    with no_recording():
        out = function.forward(node, *inputs)
    new = Tensor(out.data)
    wanted = [isinstance(i, Tensor) and i.requires_grad for i in inputs]
    if Tape.recording and any(wanted):
        new.requires_grad = True
        new.grad_fn = node
        node.edges = tuple((i.grad_fn or i) if w else None for i, w in zip(inputs, wanted))
    return new
