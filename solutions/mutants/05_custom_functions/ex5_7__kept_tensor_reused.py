# law: new tensor
# A kept Tensor that requires no grad is taken for a new one.
def apply(function, *inputs):
    node = tape.Node(function)
    before = tape.recording
    with tape.no_grad():
        out = function.forward(node, *inputs)
    if out.requires_grad or any(out is i for i in inputs):
        out = tape.Tensor(out.data)          # an input must stay as it is
    if before and any(isinstance(i, tape.Tensor) and i.requires_grad for i in inputs):
        out.requires_grad = True
        out.grad_fn = node
        node.next_functions = tuple(
            (tape.node_of(i) if isinstance(i, tape.Tensor) else None, 0) for i in inputs
        )
    return out
