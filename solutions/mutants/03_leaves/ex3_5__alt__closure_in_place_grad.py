def backward(order, g):
    waiting = {}

    def arrive(node, part):
        waiting.setdefault(node, []).append(part)

    def turn(node):
        first, *others = waiting.pop(node)
        total = first
        for each in others:
            total = total + each
        if node.variable is not None:
            if node.variable.grad is None:
                node.variable.grad = tape.Tensor(np.zeros(np.shape(total)))
            node.variable.grad.data = node.variable.grad.data + total
        if node.next_functions:
            for (after, _), part in zip(node.next_functions, node(total), strict=True):
                after is None or arrive(after, part)

    arrive(order[0], g)
    for node in order:
        turn(node)
