# law: recording
# The setting is put back only if it was on.
def apply(function, *inputs):
    node = tape.Node(function)
    was_on = tape.recording
    if was_on:
        tape.recording = False
    try:
        out = function.forward(node, *inputs)
    finally:
        if was_on:
            tape.recording = True
    wanted = [isinstance(i, tape.Tensor) and i.requires_grad for i in inputs]
    new = tape.Tensor(out.data, requires_grad=was_on and any(wanted))
    if new.requires_grad:
        new.grad_fn = node
        node.next_functions = tuple((tape.node_of(i) if w else None, 0) for i, w in zip(inputs, wanted))
    return new
