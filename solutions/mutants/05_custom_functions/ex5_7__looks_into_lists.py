# law: only if needed
def apply(function, *inputs):
    def wants(one):
        if isinstance(one, (list, tuple)):
            return any(wants(each) for each in one)
        return isinstance(one, tape.Tensor) and one.requires_grad

    node = tape.Node(function)
    with tape.no_grad():
        result = function.forward(node, *inputs)
    y = tape.Tensor(result.data)
    if tape.recording and any(wants(i) for i in inputs):
        node.next_functions = tuple((tape.node_of(i) if isinstance(i, tape.Tensor) else None, 0) for i in inputs)
        y.requires_grad, y.grad_fn = True, node
    return y
