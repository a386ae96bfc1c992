# law: once
# a node with nothing but None behind it is not called
def backward(order, g):
    arrived = {order[0]: g}
    for node in order:
        total = arrived.pop(node)
        if node.variable is not None:
            old = node.variable.grad
            node.variable.grad = tape.Tensor(total if old is None else old.data + total)
        if any(after is not None for after, _ in node.next_functions):
            for (after, _), part in zip(node.next_functions, node(total)):
                if after is not None:
                    arrived[after] = arrived[after] + part if after in arrived else part
