# law: edges
def apply(function, *inputs):
    # Inputs without a gradient get no edge: the pairing slips.
    ctx = Node(function)
    with no_recording():
        result = function.forward(ctx, *inputs)
    output = Tensor(result.data)
    if Tape.recording and any(isinstance(i, Tensor) and i.requires_grad for i in inputs):
        output.requires_grad = True
        output.grad_fn = ctx
        ctx.edges = tuple(i.grad_fn or i for i in inputs if isinstance(i, Tensor) and i.requires_grad)
    return output
