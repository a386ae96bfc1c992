# law: one call
def apply(function, *inputs):
    node = tape.Node(function)
    with tape.no_grad():
        result = function.forward(node, *(each for each in inputs if each is not None))
    output = tape.Tensor(result.data)
    if tape.recording and any(isinstance(each, tape.Tensor) and each.requires_grad for each in inputs):
        output.grad_fn, output.requires_grad = node, True
        node.next_functions = tuple(
            (tape.node_of(each) if isinstance(each, tape.Tensor) else None, 0) for each in inputs
        )
    return output
