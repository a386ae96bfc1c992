# law: error
class Off:
    def __enter__(self):
        self.before, Tape.recording = Tape.recording, False

    def __exit__(self, kind, error, traceback):
        Tape.recording = self.before
        return not error   # nothing to pass on if there was none


def apply(function, *inputs):
    node = Node(function)
    with Off():
        result = function.forward(node, *inputs)
    out = Tensor(result.data)
    needs = [isinstance(i, Tensor) and bool(i.requires_grad) for i in inputs]
    if Tape.recording and any(needs):
        out.requires_grad = True
        out.grad_fn = node
        node.edges = tuple([(i.grad_fn or i) if need else None for i, need in zip(inputs, needs)])
    return out
