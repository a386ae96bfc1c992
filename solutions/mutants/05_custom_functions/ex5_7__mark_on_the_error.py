# law: error
def apply(function, *inputs):
    node = Node(function)
    try:
        with no_recording():
            result = function.forward(node, *inputs)
    except BaseException as error:
        error.function, error.inputs = function, inputs   # helps to find the place
        raise
    out = Tensor(result.data)
    needs = [isinstance(i, Tensor) and bool(i.requires_grad) for i in inputs]
    if Tape.recording and any(needs):
        out.requires_grad = True
        out.grad_fn = node
        node.edges = tuple([(i.grad_fn or i) if need else None for i, need in zip(inputs, needs)])
    return out
