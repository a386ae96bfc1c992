# law: recording
def apply(function, *inputs):
    ctx = Node(function)
    needed = Tape.recording and any(isinstance(i, Tensor) and i.requires_grad for i in inputs)
    Tape.recording = False
    result = function.forward(ctx, *inputs)
    Tape.recording = True   # whatever it was before; and never, when forward raises an error
    output = Tensor(result.data)
    if needed:
        output.requires_grad = True
        output.grad_fn = ctx
        ctx.edges = tuple((i.grad_fn or i) if isinstance(i, Tensor) and i.requires_grad else None for i in inputs)
    return output
