# law: one call
# Forward gets a Tensor in the place of a list.
def apply(function, *inputs):
    inputs = [tape.Tensor(i) if isinstance(i, (list, np.ndarray)) else i for i in inputs]
    node = tape.Node(function)
    with tape.no_grad():
        out = function.forward(node, *inputs)
    new = tape.Tensor(out.data)
    wanted = [isinstance(i, tape.Tensor) and i.requires_grad for i in inputs]
    if tape.recording and any(wanted):
        new.requires_grad = True
        new.grad_fn = node
        node.next_functions = tuple((tape.node_of(i) if w else None, 0) for i, w in zip(inputs, wanted))
    return new
