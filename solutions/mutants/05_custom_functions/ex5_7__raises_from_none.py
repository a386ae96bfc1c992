# law: error
def apply(function, *inputs):
    node = Node(function)
    before = Tape.recording
    Tape.recording = False
    try:
        result = function.forward(node, *inputs)
    except BaseException as error:
        raise error from None
    finally:
        Tape.recording = before
    y = Tensor(result.data)
    if Tape.recording and any(isinstance(i, Tensor) and i.requires_grad for i in inputs):
        node.edges = tuple((i.grad_fn or i) if isinstance(i, Tensor) and i.requires_grad else None for i in inputs)
        y.requires_grad, y.grad_fn = True, node
    return y
