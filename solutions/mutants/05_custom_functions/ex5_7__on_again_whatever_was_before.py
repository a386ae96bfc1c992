# law: recording
def apply(function, *inputs):
    needed = Tape.recording and any(isinstance(i, Tensor) and i.requires_grad for i in inputs)
    ctx, Tape.recording = Node(function), False
    try:
        output = Tensor(function.forward(ctx, *inputs).data)
    finally:
        # Takes it that recording was on.
        Tape.recording = True
    if needed:
        output.requires_grad = True
        output.grad_fn = ctx
        ctx.edges = tuple((i.grad_fn or i) if isinstance(i, Tensor) and i.requires_grad else None for i in inputs)
    return output
