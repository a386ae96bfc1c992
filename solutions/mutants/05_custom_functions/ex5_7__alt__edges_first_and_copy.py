def pair_of(thing):
    match thing:
        case tape.Tensor():
            return tape.node_of(thing), 0
    return None, 0


def apply(function, *inputs):
    pairs = tuple(map(pair_of, inputs)) if tape.recording else ()
    node = tape.Node(function)
    with tape.no_grad():
        result = function.forward(node, *inputs)
    output = tape.Tensor(np.array(result.data))
    if set(pairs) - {(None, 0)}:
        node.next_functions = pairs
        output.requires_grad = True
        output.grad_fn = node
    return output
