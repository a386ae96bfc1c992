# law: error
def apply(function, *inputs):
    node = Node(function)
    result, problem = None, None
    with no_recording():
        try:
            result = function.forward(node, *inputs)
        except BaseException as error:
            problem = error
    if problem is not None:
        raise problem
    output = Tensor(result.data)
    wanted = [isinstance(each, Tensor) and each.requires_grad for each in inputs]
    if Tape.recording and any(wanted):
        output.requires_grad = True
        output.grad_fn = node
        node.edges = tuple((each.grad_fn or each) if want else None for each, want in zip(inputs, wanted))
    return output
