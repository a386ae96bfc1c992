def backward(order, g):
    place = {node: k for k, node in enumerate(order)}
    sums = [None] * len(order)
    sums[0] = g.copy()
    k = 0
    while k < len(order):
        node, total = order[k], sums[k]
        if node.variable is not None:
            with tape.no_grad():
                new = tape.Tensor(total)
                node.variable.grad = new if node.variable.grad is None else node.variable.grad + new
        parts = node(total) if node.next_functions else ()
        for pair, part in zip(node.next_functions, parts):
            if pair[0] is None:
                continue
            j = place[pair[0]]
            if sums[j] is None:
                sums[j] = part.copy()   # a copy of its own, so += harms nobody
            else:
                sums[j] = sums[j] + part
        sums[k] = None
        k += 1
