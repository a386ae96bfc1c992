# law: one call
def apply(function, *inputs):
    # Once for the value, once for what forward saves.
    ctx = Node(function)
    with no_recording():
        function.forward(Node(function), *inputs)
        result = function.forward(ctx, *inputs)
    output = Tensor(result.data)
    if Tape.recording and any(isinstance(i, Tensor) and i.requires_grad for i in inputs):
        output.requires_grad = True
        output.grad_fn = ctx
        ctx.edges = tuple((i.grad_fn or i) if isinstance(i, Tensor) and i.requires_grad else None for i in inputs)
    return output
