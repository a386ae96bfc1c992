class _Call(Node):
    """A node that knows its inputs and can say its edges."""

    def run(self, inputs):
        with no_recording():
            return self.function.forward(self, *inputs).data

    def link(self, inputs):
        edges = []
        for each in inputs:
            match each:
                case Tensor(grad_fn=None) if each.requires_grad:
                    edges.append(each)
                case Tensor(grad_fn=maker) if each.requires_grad:
                    edges.append(maker)
                case _:
                    edges.append(None)
        self.edges = tuple(edges)
        return any(edge is not None for edge in edges)


def apply(function, *inputs):
    call = _Call(function)
    new = Tensor(call.run(inputs))
    if Tape.recording and call.link(inputs):
        new.grad_fn = call
        new.requires_grad = True
    return new
