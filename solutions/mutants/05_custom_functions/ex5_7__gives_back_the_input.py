# law: new tensor
def apply(function, *inputs):
    ctx = tape.Node(function)
    with tape.no_grad():
        result = function.forward(ctx, *inputs)
    if not tape.recording or not any(isinstance(i, tape.Tensor) and i.requires_grad for i in inputs):
        # Nothing to attach, so the result is handed on as it is; it may be an input.
        return result
    output = tape.Tensor(result.data, requires_grad=True)
    output.grad_fn = ctx
    ctx.next_functions = tuple((tape.node_of(i) if isinstance(i, tape.Tensor) else None, 0) for i in inputs)
    return output
