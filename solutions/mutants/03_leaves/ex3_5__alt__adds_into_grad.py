def backward(order, g):
    position = {node: place for place, node in enumerate(order)}
    arrived = [[] for _ in order]
    arrived[0] = [g]
    for node, parts in zip(order, arrived):
        total = np.zeros(np.shape(parts[0]))
        for part in parts:
            total += part
        if node.variable is not None:
            if node.variable.grad is None:
                node.variable.grad = tape.Tensor(np.zeros(total.shape))
            node.variable.grad.data += total
        if not node.next_functions:
            continue
        for (following, _), part in zip(node.next_functions, node(total), strict=True):
            if following is not None:
                arrived[position[following]].append(part)
