# law: edges
# A list cannot be the key of a dictionary.
def apply(function, *inputs):
    node = tape.Node(function)
    with tape.no_grad():
        data = function.forward(node, *inputs).data
    after = {}
    for i in inputs:
        after[i] = None
        if isinstance(i, tape.Tensor) and i.requires_grad:
            after[i] = tape.node_of(i)
    new = tape.Tensor(data)
    if tape.recording and any(e is not None for e in after.values()):
        new.requires_grad = True
        new.grad_fn = node
        node.next_functions = tuple((after[i], 0) for i in inputs)
    return new
