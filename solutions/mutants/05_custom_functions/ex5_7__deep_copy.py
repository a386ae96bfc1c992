# law: value
# A deep copy takes the whole graph with it, and a long one is too deep.
import copy as the_copy
deepcopy = the_copy.deepcopy


def apply(function, *inputs):
    node = tape.Node(function)
    with tape.no_grad():
        output = deepcopy(function.forward(node, *inputs))
    output.requires_grad, output.grad_fn, output.grad = False, None, None
    wanted = [isinstance(i, tape.Tensor) and i.requires_grad for i in inputs]
    if tape.recording and any(wanted):
        output.grad_fn, output.requires_grad = node, True
        node.next_functions = tuple((tape.node_of(i) if want else None, 0) for i, want in zip(inputs, wanted))
    return output
