def backward(order, g):
    arrived = {order[0]: g}
    for node in order:
        total = arrived[node]
        x = node.variable
        if x is not None:
            x.grad = tape.Tensor(total if x.grad is None else x.grad.data + total)
        if node.next_functions:
            for (after, _), part in zip(node.next_functions, node(total), strict=True):
                if after is not None:
                    arrived[after] = arrived[after] + part if after in arrived else part
