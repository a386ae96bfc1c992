# law: new tensor
def apply(function, *inputs):
    ctx = Node(function)
    with no_recording():
        output = function.forward(ctx, *inputs)   # may be one of the inputs
    if Tape.recording and any(isinstance(i, Tensor) and i.requires_grad for i in inputs):
        ctx.edges = tuple((i.grad_fn or i) if isinstance(i, Tensor) and i.requires_grad else None for i in inputs)
        output.requires_grad = True
        output.grad_fn = ctx
    return output
