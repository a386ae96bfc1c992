import contextlib as the_contextlib
ExitStack = the_contextlib.ExitStack


def pairs_of(inputs):
    for each in inputs:
        try:
            wanted = each.requires_grad
        except AttributeError:
            wanted = False
        yield (tape.node_of(each) if wanted else None), 0


def apply(function, *inputs):
    node = tape.Node(function)
    node.next_functions = [*pairs_of(inputs)]
    recording = tape.recording
    with ExitStack() as stack:
        stack.enter_context(tape.no_grad())
        out = function.forward(node, *inputs)
    y = tape.Tensor(out.data.copy())
    y.requires_grad = bool(recording and sum(e is not None for e, _ in node.next_functions))
    y.grad_fn = node if y.requires_grad else None
    return y
