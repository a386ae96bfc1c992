# law: accumulate
def backward(order, g):
    waiting = {order[0]: g}
    for node in order:
        total = waiting[node]
        if node.variable is not None:
            if node.variable.grad is None:
                node.variable.grad = tape.Tensor(0.0)
                node.variable.grad.data = np.asarray(total)
            else:
                node.variable.grad.data += total
        if node.next_functions:
            for (following, _), share in zip(node.next_functions, node(total)):
                if following is not None:
                    waiting[following] = share if following not in waiting else waiting[following] + share
