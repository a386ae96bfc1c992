# law: error
def apply(function, *inputs):
    node = tape.Node(function)
    result, problem = None, None
    with tape.no_grad():
        try:
            result = function.forward(node, *inputs)
        except BaseException as error:
            problem = error
    if problem is not None:
        raise problem
    output = tape.Tensor(result.data)
    wanted = [isinstance(each, tape.Tensor) and each.requires_grad for each in inputs]
    if tape.recording and any(wanted):
        output.requires_grad = True
        output.grad_fn = node
        node.next_functions = tuple((tape.node_of(each) if want else None, 0) for each, want in zip(inputs, wanted))
    return output
