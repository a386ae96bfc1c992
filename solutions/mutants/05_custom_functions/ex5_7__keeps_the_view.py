# law: only if needed
# A copy of a view is a view: it asks its base for a history.
import copy as the_copy
copy = the_copy.copy


def apply(function, *inputs):
    node = tape.Node(function)
    with tape.no_grad():
        output = copy(function.forward(node, *inputs))
    output.requires_grad, output.grad_fn, output.grad, output._seen = False, None, None, None
    wanted = [isinstance(i, tape.Tensor) and i.requires_grad for i in inputs]
    if tape.recording and any(wanted):
        output.grad_fn, output.requires_grad = node, True
        node.next_functions = tuple((tape.node_of(i) if want else None, 0) for i, want in zip(inputs, wanted))
    return output
