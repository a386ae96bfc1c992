# law: new tensor
def apply(function, *inputs):
    node = tape.Node(function)
    with tape.no_grad():
        output = function.forward(node, *inputs)
    if any(output is each for each in inputs):
        output = tape.Tensor(output.data)
    if tape.recording and any(isinstance(each, tape.Tensor) and each.requires_grad for each in inputs):
        node.next_functions = tuple(
            (tape.node_of(each) if isinstance(each, tape.Tensor) else None, 0) for each in inputs
        )
        output.grad_fn, output.requires_grad = node, True
    return output
