# law: recording
def apply(function, *inputs):
    node = tape.Node(function)
    recording = tape.recording
    tape.recording = False
    try:
        result = function.forward(node, *inputs)
    except Exception:
        tape.recording = True
        raise
    tape.recording = recording
    output = tape.Tensor(result.data)
    if recording and any(isinstance(each, tape.Tensor) and each.requires_grad for each in inputs):
        output.grad_fn, output.requires_grad = node, True
        node.next_functions = tuple(
            (tape.node_of(each) if isinstance(each, tape.Tensor) else None, 0) for each in inputs
        )
    return output
