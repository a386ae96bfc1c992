# law: error
def apply(function, *inputs):
    node = tape.Node(function)
    before, tape.recording = tape.recording, False
    try:
        result = function.forward(node, *inputs)
    except BaseException as error:
        raise error from error.__cause__
    finally:
        tape.recording = before
    wanted = [isinstance(each, tape.Tensor) and each.requires_grad for each in inputs]
    new = tape.Tensor(result.data)
    if tape.recording and any(wanted):
        new.requires_grad = True
        new.grad_fn = node
        node.next_functions = tuple((tape.node_of(each) if need else None, 0) for each, need in zip(inputs, wanted))
    return new
