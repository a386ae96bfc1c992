# Adds to each .grad when all nodes have had their turn.
def backward(order, g):
    at, due = {order[0]: g}, []
    for node in order:
        total = at.pop(node)
        if node.variable is not None: due.append((node.variable, total))
        if node.next_functions:
            for (behind, _), part in zip(node.next_functions, node(total), strict=True):
                if behind is not None:
                    at[behind] = at.get(behind, 0.0) + part
    for collector, total in due:
        before = 0.0 if collector.grad is None else collector.grad.data
        collector.grad = tape.Tensor(before + total)
