# law: recording
# Three kinds of errors are thought of, and SystemExit leaves recording off.
def apply(function, *inputs):
    node = Node(function)
    before = Tape.recording
    Tape.recording = False
    try:
        out = function.forward(node, *inputs)
    except (Exception, KeyboardInterrupt, GeneratorExit):
        Tape.recording = before
        raise
    Tape.recording = before
    new = Tensor(out.data)
    wanted = [isinstance(i, Tensor) and i.requires_grad for i in inputs]
    if before and any(wanted):
        new.requires_grad = True
        new.grad_fn = node
        node.edges = [(i.grad_fn or i) if w else None for i, w in zip(inputs, wanted)]
    return new
