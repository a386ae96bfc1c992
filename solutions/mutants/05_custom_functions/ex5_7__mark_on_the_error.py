# law: error
def apply(function, *inputs):
    node = tape.Node(function)
    try:
        with tape.no_grad():
            result = function.forward(node, *inputs)
    except BaseException as error:
        error.function, error.inputs = function, inputs   # helps to find the place
        raise
    out = tape.Tensor(result.data)
    needs = [isinstance(i, tape.Tensor) and bool(i.requires_grad) for i in inputs]
    if tape.recording and any(needs):
        out.requires_grad = True
        out.grad_fn = node
        node.next_functions = tuple([(tape.node_of(i) if need else None, 0) for i, need in zip(inputs, needs)])
    return out
