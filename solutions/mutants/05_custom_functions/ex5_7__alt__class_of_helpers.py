class Off:
    def __enter__(self):
        self.before = Tape.recording
        Tape.recording = False

    def __exit__(self, *error):
        Tape.recording = self.before


def edge_of(value):
    if getattr(value, "requires_grad", False):
        return value if value.grad_fn is None else value.grad_fn


def apply(function, *inputs):
    ctx = Node(function)
    ctx.edges = [edge_of(each) for each in inputs]
    with Off():
        array = np.array(function.forward(ctx, *inputs).data)
    output = Tensor(array)
    if Tape.recording and len([edge for edge in ctx.edges if edge is not None]) > 0:
        output.requires_grad, output.grad_fn = 1, ctx
    return output
