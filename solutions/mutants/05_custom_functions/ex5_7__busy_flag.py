# law: only if needed
# A call inside a forward finds recording turned on again when an inner one has ended.
busy = []


def apply(function, *inputs):
    node = Node(function)
    before = Tape.recording
    Tape.recording = False
    busy.append(before)
    try:
        result = function.forward(node, *inputs)
    finally:
        Tape.recording = busy[0]
        busy.clear() if len(busy) == 1 else busy.pop()
    output = Tensor(result.data)
    wanted = [isinstance(i, Tensor) and i.requires_grad for i in inputs]
    if Tape.recording and any(wanted):
        output.grad_fn, output.requires_grad = node, True
        node.edges = tuple((i.grad_fn or i) if want else None for i, want in zip(inputs, wanted))
    return output
