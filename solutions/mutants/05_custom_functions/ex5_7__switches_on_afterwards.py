# law: recording
def apply(function, *inputs):
    ctx = tape.Node(function)
    needed = tape.recording and any(isinstance(i, tape.Tensor) and i.requires_grad for i in inputs)
    tape.recording = False
    result = function.forward(ctx, *inputs)
    tape.recording = True   # whatever it was before; and never, when forward raises an error
    output = tape.Tensor(result.data)
    if needed:
        output.requires_grad = True
        output.grad_fn = ctx
        ctx.next_functions = tuple((tape.node_of(i) if isinstance(i, tape.Tensor) else None, 0) for i in inputs)
    return output
