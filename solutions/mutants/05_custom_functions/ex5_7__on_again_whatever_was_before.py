# law: recording
def apply(function, *inputs):
    needed = tape.recording and any(isinstance(i, tape.Tensor) and i.requires_grad for i in inputs)
    ctx, tape.recording = tape.Node(function), False
    try:
        output = tape.Tensor(function.forward(ctx, *inputs).data)
    finally:
        # Takes it that recording was on.
        tape.recording = True
    if needed:
        output.requires_grad = True
        output.grad_fn = ctx
        ctx.next_functions = tuple((tape.node_of(i) if isinstance(i, tape.Tensor) else None, 0) for i in inputs)
    return output
