# law: recording
def apply(function, *inputs):
    # Without try and finally: an error leaves recording off.
    ctx = tape.Node(function)
    before, tape.recording = tape.recording, False
    result = function.forward(ctx, *inputs)
    tape.recording = before
    output = tape.Tensor(result.data)
    if tape.recording and any(isinstance(i, tape.Tensor) and i.requires_grad for i in inputs):
        output.requires_grad = True
        output.grad_fn = ctx
        ctx.next_functions = tuple((tape.node_of(i) if isinstance(i, tape.Tensor) else None, 0) for i in inputs)
    return output
