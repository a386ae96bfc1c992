# law: one call
def apply(function, *inputs):
    # Every input becomes a Tensor, also what forward wants as it came.
    inputs = [i if isinstance(i, Tensor) else Tensor(i) for i in inputs]
    ctx = Node(function)
    with no_recording():
        result = function.forward(ctx, *inputs)
    output = Tensor(result.data)
    if Tape.recording and any(isinstance(i, Tensor) and i.requires_grad for i in inputs):
        output.requires_grad = True
        output.grad_fn = ctx
        ctx.edges = tuple((i.grad_fn or i) if isinstance(i, Tensor) and i.requires_grad else None for i in inputs)
    return output
