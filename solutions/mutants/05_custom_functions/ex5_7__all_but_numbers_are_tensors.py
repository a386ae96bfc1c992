# law: edges
def apply(function, *inputs):
    node = tape.Node(function)
    with tape.no_grad():
        result = function.forward(node, *inputs)
    output = tape.Tensor(result.data)

    def wanted(each):
        return not (each is None or isinstance(each, (int, float))) and each.requires_grad

    if tape.recording and any(wanted(each) for each in inputs):
        output.grad_fn, output.requires_grad = node, True
        node.next_functions = tuple((tape.node_of(each) if wanted(each) else None, 0) for each in inputs)
    return output
