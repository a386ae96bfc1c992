def backward(order, g):
    arrived = {node: [] for node in order}
    arrived[order[0]].append(g)
    for node in order:
        total = sum(arrived[node])
        t = node.variable
        if t is not None:
            t.grad = tape.Tensor(total) if t.grad is None else t.grad + tape.Tensor(total)
        parts = node(total) if node.next_functions else ()
        for place, part in enumerate(parts):
            behind = node.next_functions[place][0]
            if behind is not None:
                arrived[behind].append(part)
