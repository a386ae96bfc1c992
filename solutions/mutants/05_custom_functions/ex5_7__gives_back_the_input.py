# law: new tensor
def apply(function, *inputs):
    ctx = Node(function)
    with no_recording():
        result = function.forward(ctx, *inputs)
    if not Tape.recording or not any(isinstance(i, Tensor) and i.requires_grad for i in inputs):
        # Nothing to attach, so the result is handed on as it is; it may be an input.
        return result
    output = Tensor(result.data, requires_grad=True)
    output.grad_fn = ctx
    ctx.edges = tuple((i.grad_fn or i) if isinstance(i, Tensor) and i.requires_grad else None for i in inputs)
    return output
