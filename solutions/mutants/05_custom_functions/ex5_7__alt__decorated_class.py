class _Apply:
    """The door, as an object that can be called; each call works in a decorated function of its own."""

    def __call__(self, function, *inputs):
        node = tape.Node(function)

        @tape.no_grad()
        def forward():
            return function.forward(node, *inputs)

        new = tape.Tensor(forward().data)
        return self.attach(new, node, inputs) if self.wanted(inputs) else new

    @staticmethod
    def wanted(inputs):
        return tape.recording and next((True for i in inputs if isinstance(i, tape.Tensor) and i.requires_grad), False)

    @staticmethod
    def attach(y, node, inputs):
        y.requires_grad, y.grad_fn = True, node
        node.next_functions = [(tape.node_of(i) if isinstance(i, tape.Tensor) else None, 0) for i in inputs]
        return y


apply = _Apply()
