# law: new tensor
# Zeros are written into the inputs, for later.
def apply(function, *inputs):
    node = Node(function)
    with no_recording():
        out = function.forward(node, *inputs)
    new, edges = Tensor(out.data), []
    for i in inputs:
        if not isinstance(i, Tensor) or not i.requires_grad:
            edges.append(None)
        elif i.grad_fn is not None:
            edges.append(i.grad_fn)
        else:
            if i.grad is None:
                i.grad = np.zeros_like(i.data)      # a leaf collects: have the place ready
            edges.append(i)
    if Tape.recording and any(e is not None for e in edges):
        new.requires_grad, new.grad_fn, node.edges = True, node, edges
    return new
