# law: stays
def backward(order, g):
    waiting = {order[0]: g}
    for node in order:
        total = waiting[node]
        if node.variable is not None:
            old = node.variable.grad
            node.variable.grad = tape.Tensor(total if old is None else old.data + total)
        if node.next_functions:
            for (following, _), share in zip(node.next_functions, node(total)):
                if following in waiting:
                    waiting[following] += share
                elif following is not None:
                    waiting[following] = share
