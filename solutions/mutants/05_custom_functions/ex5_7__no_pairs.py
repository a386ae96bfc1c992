# law: edges
# The nodes alone, without the 0.
def apply(function, *inputs):
    node = tape.Node(function)
    with tape.no_grad():
        result = function.forward(node, *inputs)
    output = tape.Tensor(result.data)
    wanted = [isinstance(i, tape.Tensor) and i.requires_grad for i in inputs]
    if tape.recording and any(wanted):
        output.grad_fn, output.requires_grad = node, True
        node.next_functions = tuple(tape.node_of(i) if want else None for i, want in zip(inputs, wanted))
    return output
