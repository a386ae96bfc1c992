class Off:
    def __enter__(self):
        self.before = tape.recording
        tape.recording = False

    def __exit__(self, *error):
        tape.recording = self.before


def goes_to(value):
    if getattr(value, "requires_grad", False):
        return tape.node_of(value)


def apply(function, *inputs):
    ctx = tape.Node(function)
    ctx.next_functions = [[goes_to(each), 0] for each in inputs]
    with Off():
        array = np.array(function.forward(ctx, *inputs).data)
    output = tape.Tensor(array)
    if tape.recording and len([after for after, _ in ctx.next_functions if after is not None]) > 0:
        output.requires_grad, output.grad_fn = 1, ctx
    return output
