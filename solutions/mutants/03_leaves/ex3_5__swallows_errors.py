# law: start
def backward(order, g):
    arrived = {order[0]: g}
    for node in order:
        total = arrived.get(node, np.array(0.0))
        if node.variable is not None:
            old = node.variable.grad
            node.variable.grad = tape.Tensor(total if old is None else old.data + total)
        try:
            parts = node(total)
        except Exception:   # a leaf cannot be called
            continue
        for (after, _), part in zip(node.next_functions, parts, strict=True):
            if after is not None:
                arrived[after] = arrived.get(after, 0.0) + part
