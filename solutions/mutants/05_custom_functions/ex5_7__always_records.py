# law: only if needed
def apply(function, *inputs):
    # A node for every call, wanted or not.
    ctx = tape.Node(function)
    with tape.no_grad():
        result = function.forward(ctx, *inputs)
    output = tape.Tensor(result.data)
    if tape.recording:
        output.requires_grad = True
        output.grad_fn = ctx
        ctx.next_functions = tuple((tape.node_of(i) if isinstance(i, tape.Tensor) else None, 0) for i in inputs)
    return output
