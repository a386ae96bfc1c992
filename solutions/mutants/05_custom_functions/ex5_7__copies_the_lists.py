# law: one call
# Forward gets copies of lists and dictionaries.
def copy(one):
    return one.copy() if isinstance(one, (list, dict, set)) else one


def apply(function, *inputs):
    node = Node(function)
    with no_recording():
        result = function.forward(node, *map(copy, inputs))
    output = Tensor(result.data)
    wanted = [isinstance(i, Tensor) and i.requires_grad for i in inputs]
    if Tape.recording and any(wanted):
        output.grad_fn, output.requires_grad = node, True
        node.edges = tuple((i.grad_fn or i) if want else None for i, want in zip(inputs, wanted))
    return output
