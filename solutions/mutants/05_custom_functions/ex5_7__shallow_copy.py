# law: new tensor
# A copy of what forward returned has the .grad of that one.
import copy as the_copy
copy = the_copy.copy


def apply(function, *inputs):
    node = Node(function)
    with no_recording():
        result = function.forward(node, *inputs)
    output = copy(result)
    output.requires_grad, output.grad_fn = False, None
    wanted = [isinstance(i, Tensor) and i.requires_grad for i in inputs]
    if Tape.recording and any(wanted):
        output.grad_fn, output.requires_grad = node, True
        node.edges = tuple((i.grad_fn or i) if want else None for i, want in zip(inputs, wanted))
    return output
