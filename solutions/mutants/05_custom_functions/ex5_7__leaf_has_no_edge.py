# law: edges
def apply(function, *inputs):
    # A leaf has no grad_fn, so nothing ever reaches it.
    ctx = Node(function)
    with no_recording():
        result = function.forward(ctx, *inputs)
    output = Tensor(result.data)
    if Tape.recording and any(isinstance(i, Tensor) and i.requires_grad for i in inputs):
        output.requires_grad = True
        output.grad_fn = ctx
        ctx.edges = tuple(i.grad_fn if isinstance(i, Tensor) else None for i in inputs)
    return output
