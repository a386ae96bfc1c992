# law: one call
def apply(function, *inputs):
    # One node for forward, and another one in the graph.
    ctx = Node(function)
    with no_recording():
        result = function.forward(ctx, *inputs)
    output = Tensor(result.data)
    if Tape.recording and any(isinstance(i, Tensor) and i.requires_grad for i in inputs):
        output.requires_grad = True
        node = output.grad_fn = Node(function)
        node.saved_tensors = ctx.saved_tensors
        node.edges = tuple((i.grad_fn or i) if isinstance(i, Tensor) and i.requires_grad else None for i in inputs)
    return output
