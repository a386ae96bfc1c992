# law: sum
def backward(order, g):
    waiting = {order[0]: g}
    for node in order:
        total = waiting[node]
        if node.variable is not None:
            old = node.variable.grad
            node.variable.grad = tape.Tensor(total if old is None else old.data + total)
        if not node.next_functions:
            return
        for (following, _), share in zip(node.next_functions, node(total)):
            if following is not None:
                waiting[following] = share if following not in waiting else waiting[following] + share
