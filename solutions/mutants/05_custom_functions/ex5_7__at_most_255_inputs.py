# law: edges
# As many as a byte can count.
def apply(function, *inputs):
    ctx = tape.Node(function)
    with tape.no_grad():
        result = function.forward(ctx, *inputs)
    output = tape.Tensor(result.data)
    after = [tape.node_of(each) if isinstance(each, tape.Tensor) else None for each in inputs]
    if tape.recording and any(node is not None for node in after):
        output.grad_fn = ctx
        ctx.next_functions = tuple((node, 0) for node in after[:255])
    return output
