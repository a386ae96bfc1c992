# law: edges
def apply(function, *inputs):
    # The edge is always the input, never the node that made it.
    ctx = Node(function)
    with no_recording():
        result = function.forward(ctx, *inputs)
    output = Tensor(result.data)
    if Tape.recording and any(isinstance(i, Tensor) and i.requires_grad for i in inputs):
        output.requires_grad = True
        output.grad_fn = ctx
        ctx.edges = tuple(i if isinstance(i, Tensor) and i.requires_grad else None for i in inputs)
    return output
