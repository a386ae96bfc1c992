# law: recording
def apply(function, *inputs):
    # Without try and finally: an error leaves recording off.
    ctx = Node(function)
    before, Tape.recording = Tape.recording, False
    result = function.forward(ctx, *inputs)
    Tape.recording = before
    output = Tensor(result.data)
    if Tape.recording and any(isinstance(i, Tensor) and i.requires_grad for i in inputs):
        output.requires_grad = True
        output.grad_fn = ctx
        ctx.edges = tuple((i.grad_fn or i) if isinstance(i, Tensor) and i.requires_grad else None for i in inputs)
    return output
