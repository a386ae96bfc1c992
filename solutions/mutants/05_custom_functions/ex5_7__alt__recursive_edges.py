def apply(function, *inputs):
    def pairs_of(rest):
        if not rest:
            return ()
        first, *others = rest
        wanted = isinstance(first, tape.Tensor) and bool(first.requires_grad)
        return ((tape.node_of(first) if wanted else None, 0),) + pairs_of(others)

    was_on, node = tape.recording, tape.Node(function)
    with tape.no_grad():
        output = tape.Tensor(function.forward(node, *inputs).data)
    pairs = pairs_of(inputs)
    output.requires_grad = bool(was_on and any(after is not None for after, _ in pairs))
    output.grad_fn, node.next_functions = (node, pairs) if output.requires_grad else (None, ())
    return output
