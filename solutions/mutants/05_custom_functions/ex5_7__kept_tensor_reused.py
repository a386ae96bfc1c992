# law: new tensor
# A kept Tensor that requires no grad is taken for a new one.
def apply(function, *inputs):
    node = Node(function)
    before = Tape.recording
    with no_recording():
        out = function.forward(node, *inputs)
    if out.requires_grad or any(out is i for i in inputs):
        out = Tensor(out.data)          # an input must stay as it is
    if before and any(isinstance(i, Tensor) and i.requires_grad for i in inputs):
        out.requires_grad = True
        out.grad_fn = node
        node.edges = tuple(
            (i.grad_fn or i) if isinstance(i, Tensor) and i.requires_grad else None for i in inputs
        )
    return out
