# law: error
def apply(function, *inputs):
    node = Node(function)
    before, Tape.recording = Tape.recording, False
    try:
        result = function.forward(node, *inputs)
    except BaseException as error:
        raise error from error.__cause__
    finally:
        Tape.recording = before
    wanted = [isinstance(each, Tensor) and each.requires_grad for each in inputs]
    new = Tensor(result.data)
    if Tape.recording and any(wanted):
        new.requires_grad = True
        new.grad_fn = node
        node.edges = tuple((each.grad_fn or each) if need else None for each, need in zip(inputs, wanted))
    return new
