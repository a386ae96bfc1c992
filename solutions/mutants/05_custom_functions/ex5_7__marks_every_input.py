# law: only if needed
def apply(function, *inputs):
    ctx = Node(function)
    with no_recording():
        result = function.forward(ctx, *inputs)
    output = Tensor(result.data)
    if Tape.recording and any(isinstance(i, Tensor) and i.requires_grad for i in inputs):
        output.requires_grad = True
        output.grad_fn = ctx
        ctx.edges = tuple((i.grad_fn or i) if isinstance(i, Tensor) and i.requires_grad else None for i in inputs)
        for i in inputs:
            # What takes part in a gradient is marked as if it required one.
            if isinstance(i, Tensor):
                i.requires_grad = True
    return output
