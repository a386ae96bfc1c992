# law: edges
# Beside the node stands the number of the input.
def apply(function, *inputs):
    node = tape.Node(function)
    with tape.no_grad():
        result = function.forward(node, *inputs)
    output = tape.Tensor(result.data)
    wanted = [isinstance(i, tape.Tensor) and i.requires_grad for i in inputs]
    if tape.recording and any(wanted):
        output.grad_fn, output.requires_grad = node, True
        pairs = enumerate(zip(inputs, wanted))
        node.next_functions = tuple((tape.node_of(i) if want else None, k) for k, (i, want) in pairs)
    return output
