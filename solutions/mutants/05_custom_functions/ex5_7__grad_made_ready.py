# law: new tensor
# Zeros are written into the inputs, for later.
def apply(function, *inputs):
    node = tape.Node(function)
    with tape.no_grad():
        out = function.forward(node, *inputs)
    new, pairs = tape.Tensor(out.data), []
    for i in inputs:
        if not isinstance(i, tape.Tensor) or not i.requires_grad:
            pairs.append((None, 0))
        else:
            if i.is_leaf and i.grad is None:
                i.grad = tape.Tensor(np.zeros_like(i.data))      # a leaf collects: have the place ready
            pairs.append((tape.node_of(i), 0))
    if tape.recording and any(after is not None for after, _ in pairs):
        new.requires_grad, new.grad_fn, node.next_functions = True, node, pairs
    return new
