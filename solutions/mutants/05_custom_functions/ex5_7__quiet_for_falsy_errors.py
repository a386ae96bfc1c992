# law: error
class Off:
    def __enter__(self):
        self.before, tape.recording = tape.recording, False

    def __exit__(self, kind, error, traceback):
        tape.recording = self.before
        return not error   # nothing to pass on if there was none


def apply(function, *inputs):
    node = tape.Node(function)
    with Off():
        result = function.forward(node, *inputs)
    out = tape.Tensor(result.data)
    needs = [isinstance(i, tape.Tensor) and bool(i.requires_grad) for i in inputs]
    if tape.recording and any(needs):
        out.requires_grad = True
        out.grad_fn = node
        node.next_functions = tuple([(tape.node_of(i) if need else None, 0) for i, need in zip(inputs, needs)])
    return out
