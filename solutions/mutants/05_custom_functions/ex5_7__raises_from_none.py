# law: error
def apply(function, *inputs):
    node = tape.Node(function)
    before = tape.recording
    tape.recording = False
    try:
        result = function.forward(node, *inputs)
    except BaseException as error:
        raise error from None
    finally:
        tape.recording = before
    y = tape.Tensor(result.data)
    if tape.recording and any(isinstance(i, tape.Tensor) and i.requires_grad for i in inputs):
        node.next_functions = tuple((tape.node_of(i) if isinstance(i, tape.Tensor) else None, 0) for i in inputs)
        y.requires_grad, y.grad_fn = True, node
    return y
