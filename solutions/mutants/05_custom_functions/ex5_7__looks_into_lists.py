# law: only if needed
def apply(function, *inputs):
    def wants(one):
        if isinstance(one, (list, tuple)):
            return any(wants(each) for each in one)
        return isinstance(one, Tensor) and one.requires_grad

    node = Node(function)
    with no_recording():
        result = function.forward(node, *inputs)
    y = Tensor(result.data)
    if Tape.recording and any(wants(i) for i in inputs):
        node.edges = tuple((i.grad_fn or i) if isinstance(i, Tensor) and i.requires_grad else None for i in inputs)
        y.requires_grad, y.grad_fn = True, node
    return y
