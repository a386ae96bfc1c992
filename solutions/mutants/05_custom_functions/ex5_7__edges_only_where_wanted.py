# law: edges
def apply(function, *inputs):
    # Inputs without a gradient get no edge: the pairing slips.
    ctx = tape.Node(function)
    with tape.no_grad():
        result = function.forward(ctx, *inputs)
    output = tape.Tensor(result.data)
    if tape.recording and any(isinstance(i, tape.Tensor) and i.requires_grad for i in inputs):
        output.requires_grad = True
        output.grad_fn = ctx
        wanted = [i for i in inputs if isinstance(i, tape.Tensor) and i.requires_grad]
        ctx.next_functions = tuple((tape.node_of(i), 0) for i in wanted)
    return output
