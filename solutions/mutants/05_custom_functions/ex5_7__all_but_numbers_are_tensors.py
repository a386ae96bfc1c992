# law: edges
def apply(function, *inputs):
    node = Node(function)
    with no_recording():
        result = function.forward(node, *inputs)
    output = Tensor(result.data)

    def wanted(each):
        return not (each is None or isinstance(each, (int, float))) and each.requires_grad

    if Tape.recording and any(wanted(each) for each in inputs):
        output.grad_fn, output.requires_grad = node, True
        node.edges = tuple((each.grad_fn or each) if wanted(each) else None for each in inputs)
    return output
