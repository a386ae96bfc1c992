# law: only if needed
# A call inside a forward finds recording turned on again when an inner one has ended.
busy = []


def apply(function, *inputs):
    node = tape.Node(function)
    before = tape.recording
    tape.recording = False
    busy.append(before)
    try:
        result = function.forward(node, *inputs)
    finally:
        tape.recording = busy[0]
        busy.clear() if len(busy) == 1 else busy.pop()
    output = tape.Tensor(result.data)
    wanted = [isinstance(i, tape.Tensor) and i.requires_grad for i in inputs]
    if tape.recording and any(wanted):
        output.grad_fn, output.requires_grad = node, True
        node.next_functions = tuple((tape.node_of(i) if want else None, 0) for i, want in zip(inputs, wanted))
    return output
