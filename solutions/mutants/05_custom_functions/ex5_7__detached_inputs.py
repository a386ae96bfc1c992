# law: one call
# Forward gets constants, so that nothing is recorded.
def apply(function, *inputs):
    node = tape.Node(function)
    with tape.no_grad():
        result = function.forward(node, *(i.detach() if isinstance(i, tape.Tensor) else i for i in inputs))
    output = tape.Tensor(result.data)
    wanted = [isinstance(i, tape.Tensor) and i.requires_grad for i in inputs]
    if tape.recording and any(wanted):
        output.grad_fn, output.requires_grad = node, True
        node.next_functions = tuple((tape.node_of(i) if want else None, 0) for i, want in zip(inputs, wanted))
    return output
