# law: one call
# After a TypeError forward runs once more, with arrays.
def apply(function, *inputs):
    node = tape.Node(function)
    with tape.no_grad():
        try:
            out = function.forward(node, *inputs)
        except TypeError:      # a forward that wants plain numbers
            out = function.forward(node, *[i.data if isinstance(i, tape.Tensor) else i for i in inputs])
    new = tape.Tensor(out.data)
    wanted = [isinstance(i, tape.Tensor) and i.requires_grad for i in inputs]
    if tape.recording and any(wanted):
        new.requires_grad = True
        new.grad_fn = node
        node.next_functions = tuple((tape.node_of(i) if w else None, 0) for i, w in zip(inputs, wanted))
    return new
