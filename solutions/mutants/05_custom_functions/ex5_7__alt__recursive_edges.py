def apply(function, *inputs):
    def edges_of(rest):
        if not rest:
            return ()
        first, *others = rest
        wanted = isinstance(first, Tensor) and bool(first.requires_grad)
        return ((first.grad_fn or first) if wanted else None,) + edges_of(others)

    was_on, node = Tape.recording, Node(function)
    with no_recording():
        output = Tensor(function.forward(node, *inputs).data)
    edges = edges_of(inputs)
    output.requires_grad = bool(was_on and any(edge is not None for edge in edges))
    output.grad_fn, node.edges = (node, edges) if output.requires_grad else (None, ())
    return output
