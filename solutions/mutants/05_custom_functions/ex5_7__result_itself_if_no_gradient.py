# law: new tensor
# What forward returned is given back as it is where no gradient is wanted.
def apply(function, *inputs):
    node = tape.Node(function)
    with tape.no_grad():
        out = function.forward(node, *inputs)
    wanted = [isinstance(i, tape.Tensor) and i.requires_grad for i in inputs]
    if not tape.recording or not any(wanted):
        return out
    new = tape.Tensor(out.data, requires_grad=True)
    new.grad_fn = node
    node.next_functions = tuple((tape.node_of(i) if w else None, 0) for i, w in zip(inputs, wanted))
    return new
