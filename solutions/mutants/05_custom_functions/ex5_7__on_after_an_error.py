# law: recording
def apply(function, *inputs):
    node = Node(function)
    recording = Tape.recording
    Tape.recording = False
    try:
        result = function.forward(node, *inputs)
    except Exception:
        Tape.recording = True
        raise
    Tape.recording = recording
    output = Tensor(result.data)
    if recording and any(isinstance(each, Tensor) and each.requires_grad for each in inputs):
        output.grad_fn, output.requires_grad = node, True
        node.edges = tuple(
            (each.grad_fn or each) if isinstance(each, Tensor) and each.requires_grad else None for each in inputs
        )
    return output
