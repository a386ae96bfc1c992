# law: sum
def backward(order, g):
    arrived = {repr(order[0]): g}
    for node in order:
        total = arrived.get(repr(node), 0.0)
        if node.variable is not None:
            old = node.variable.grad
            node.variable.grad = tape.Tensor(total if old is None else old.data + total)
        if node.next_functions:
            for (after, _), part in zip(node.next_functions, node(total), strict=True):
                if after is not None:
                    arrived[repr(after)] = arrived.get(repr(after), 0.0) + part
