# law: value
# A deep copy takes the whole graph with it, and a long one is too deep.
import copy as the_copy
deepcopy = the_copy.deepcopy


def apply(function, *inputs):
    node = Node(function)
    with no_recording():
        output = deepcopy(function.forward(node, *inputs))
    output.requires_grad, output.grad_fn, output.grad = False, None, None
    wanted = [isinstance(i, Tensor) and i.requires_grad for i in inputs]
    if Tape.recording and any(wanted):
        output.grad_fn, output.requires_grad = node, True
        node.edges = tuple((i.grad_fn or i) if want else None for i, want in zip(inputs, wanted))
    return output
