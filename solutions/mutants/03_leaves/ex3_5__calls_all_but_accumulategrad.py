# law: once
def backward(order, g):
    arrived = {order[0]: g}
    for node in order:
        total = arrived[node]
        if node.variable is not None:
            old = node.variable.grad
            node.variable.grad = tape.Tensor(total if old is None else old.data + total)
        if not isinstance(node, tape.AccumulateGrad):
            parts = node(total)
            for (after, _), part in zip(node.next_functions, parts):
                if after is not None:
                    arrived[after] = arrived[after] + part if after in arrived else part
