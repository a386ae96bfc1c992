class Apply:
    """The door: run, wrap, attach."""

    def __call__(self, function, *inputs):
        node = Node(function)
        return self.attach(node, inputs, self.wrap(self.run(node, inputs)))

    @no_recording()
    def run(self, node, inputs):
        return node.function.forward(node, *inputs)

    def wrap(self, result):
        return Tensor(result.data)

    def attach(self, node, inputs, output):
        edges = [self.edge(each) for each in inputs]
        if Tape.recording and edges.count(None) < len(edges):
            node.edges = (*edges,)
            vars(output).update(requires_grad=True, grad_fn=node)
        return output

    def edge(self, each):
        if isinstance(each, Tensor) and each.requires_grad:
            return each if each.grad_fn is None else each.grad_fn


apply = Apply()
