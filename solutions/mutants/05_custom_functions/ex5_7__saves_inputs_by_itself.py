# law: one call
def apply(function, *inputs):
    node = Node(function)
    with no_recording():
        result = function.forward(node, *inputs)
    if not node.saved_tensors:
        node.save_for_backward(*inputs)   # backward will want something
    y = Tensor(result.data)
    if Tape.recording and any(isinstance(i, Tensor) and i.requires_grad for i in inputs):
        node.edges = tuple((i.grad_fn or i) if isinstance(i, Tensor) and i.requires_grad else None for i in inputs)
        y.requires_grad, y.grad_fn = True, node
    return y
