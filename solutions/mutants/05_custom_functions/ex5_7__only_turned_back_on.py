# law: recording
# The setting is put back only if it was on.
def apply(function, *inputs):
    node = Node(function)
    was_on = Tape.recording
    if was_on:
        Tape.recording = False
    try:
        out = function.forward(node, *inputs)
    finally:
        if was_on:
            Tape.recording = True
    wanted = [isinstance(i, Tensor) and i.requires_grad for i in inputs]
    new = Tensor(out.data, requires_grad=was_on and any(wanted))
    if new.requires_grad:
        new.grad_fn = node
        node.edges = tuple((i.grad_fn or i) if w else None for i, w in zip(inputs, wanted))
    return new
