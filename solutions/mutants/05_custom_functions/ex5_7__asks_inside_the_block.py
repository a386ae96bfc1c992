# law: only if needed
def apply(function, *inputs):
    ctx = Node(function)
    with no_recording():
        output = Tensor(function.forward(ctx, *inputs).data)
        # In this block the switch is always off.
        if Tape.recording and any(isinstance(i, Tensor) and i.requires_grad for i in inputs):
            output.requires_grad = True
            output.grad_fn = ctx
            ctx.edges = tuple((i.grad_fn or i) if isinstance(i, Tensor) and i.requires_grad else None for i in inputs)
    return output
