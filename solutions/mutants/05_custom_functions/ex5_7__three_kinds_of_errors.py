# law: recording
# Three kinds of errors are thought of, and SystemExit leaves recording off.
def apply(function, *inputs):
    node = tape.Node(function)
    before = tape.recording
    tape.recording = False
    try:
        out = function.forward(node, *inputs)
    except (Exception, KeyboardInterrupt, GeneratorExit):
        tape.recording = before
        raise
    tape.recording = before
    new = tape.Tensor(out.data)
    wanted = [isinstance(i, tape.Tensor) and i.requires_grad for i in inputs]
    if before and any(wanted):
        new.requires_grad = True
        new.grad_fn = node
        node.next_functions = [(tape.node_of(i) if w else None, 0) for i, w in zip(inputs, wanted)]
    return new
