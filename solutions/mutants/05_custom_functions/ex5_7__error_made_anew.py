# law: error
# An error of the same kind, and not the one that forward raised.
def apply(function, *inputs):
    node = Node(function)
    try:
        with no_recording():
            result = function.forward(node, *inputs)
    except (KeyError, OSError, ArithmeticError) as error:
        raise type(error)(*error.args) from None
    output = Tensor(result.data)
    wanted = [isinstance(i, Tensor) and i.requires_grad for i in inputs]
    if Tape.recording and any(wanted):
        output.grad_fn, output.requires_grad = node, True
        node.edges = tuple((i.grad_fn or i) if want else None for i, want in zip(inputs, wanted))
    return output
