# law: only if needed
def apply(function, *inputs, recording=tape.recording):
    # A default is worked out once, when the function is defined.
    ctx = tape.Node(function)
    with tape.no_grad():
        result = function.forward(ctx, *inputs)
    output = tape.Tensor(result.data)
    if recording and any(isinstance(i, tape.Tensor) and i.requires_grad for i in inputs):
        output.requires_grad = True
        output.grad_fn = ctx
        ctx.next_functions = tuple((tape.node_of(i) if isinstance(i, tape.Tensor) else None, 0) for i in inputs)
    return output
