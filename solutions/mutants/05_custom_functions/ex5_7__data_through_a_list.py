# law: value
# A list forgets the 3 of shape (0, 3).
def apply(function, *inputs):
    node = tape.Node(function)
    with tape.no_grad():
        out = function.forward(node, *inputs)
    new = tape.Tensor(out.data.tolist())       # numbers of its own
    wanted = [isinstance(i, tape.Tensor) and i.requires_grad for i in inputs]
    if tape.recording and any(wanted):
        new.requires_grad = True
        new.grad_fn = node
        node.next_functions = tuple((tape.node_of(i) if w else None, 0) for i, w in zip(inputs, wanted))
    return new
