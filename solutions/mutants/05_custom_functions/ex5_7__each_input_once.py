# law: edges
def apply(function, *inputs):
    # One edge for each tensor: one that comes twice has a single edge.
    ctx = tape.Node(function)
    with tape.no_grad():
        result = function.forward(ctx, *inputs)
    output = tape.Tensor(result.data)
    if tape.recording and any(isinstance(i, tape.Tensor) and i.requires_grad for i in inputs):
        output.requires_grad = True
        output.grad_fn = ctx
        ctx.next_functions = tuple(
            (tape.node_of(i) if isinstance(i, tape.Tensor) else None, 0) for i in dict.fromkeys(inputs)
        )
    return output
