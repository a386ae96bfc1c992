# law: who collects
def backward(order, g):
    at = {order[0]: g}
    for node in order:
        if node not in at:
            continue
        total = at[node]
        if node.variable is not None:
            old = node.variable.grad
            node.variable.grad = tape.Tensor(total if old is None else old.data + total)
        if node.next_functions:
            for (following, _), share in zip(node.next_functions, node(total)):
                if following is None:
                    break
                at[following] = share if following not in at else at[following] + share
