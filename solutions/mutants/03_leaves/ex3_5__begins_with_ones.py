# law: start
def backward(order, g):
    at = {order[0]: np.ones_like(g)}
    for node in order:
        total = at[node]
        if node.variable is not None:
            old = node.variable.grad
            node.variable.grad = tape.Tensor(total if old is None else old.data + total)
        if node.next_functions:
            for (behind, _), part in zip(node.next_functions, node(total)):
                if behind is not None:
                    at[behind] = part if behind not in at else at[behind] + part
