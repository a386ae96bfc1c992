# law: stays
def backward(order, g):
    waiting = {order[0]: g}
    while order:
        node = order.pop(0)
        total = waiting[node]
        if node.variable is not None:
            old = node.variable.grad
            node.variable.grad = tape.Tensor(total if old is None else old.data + total)
        if node.next_functions:
            for (following, _), share in zip(node.next_functions, node(total)):
                if following is not None:
                    waiting[following] = share if following not in waiting else waiting[following] + share
