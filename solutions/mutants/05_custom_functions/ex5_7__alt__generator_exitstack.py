import contextlib as the_contextlib
ExitStack = the_contextlib.ExitStack


def edges_of(inputs):
    for each in inputs:
        try:
            wanted = each.requires_grad
        except AttributeError:
            wanted = False
        yield (each.grad_fn or each) if wanted else None


def apply(function, *inputs):
    node = Node(function)
    node.edges = [*edges_of(inputs)]
    recording = Tape.recording
    with ExitStack() as stack:
        stack.enter_context(no_recording())
        out = function.forward(node, *inputs)
    y = Tensor(out.data.copy())
    y.requires_grad = bool(recording and sum(e is not None for e in node.edges))
    y.grad_fn = node if y.requires_grad else None
    return y
