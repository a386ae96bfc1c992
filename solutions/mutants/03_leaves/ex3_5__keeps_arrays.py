# law: kind
def backward(order, g):
    arrived = {order[0]: g}
    for node in order:
        total = arrived[node]
        if node.variable is not None:
            old = node.variable.grad
            node.variable.grad = total if old is None else old + total
        if node.next_functions:
            for (behind, _), part in zip(node.next_functions, node(total), strict=True):
                if behind is not None:
                    arrived[behind] = arrived.get(behind, 0.0) + part
