# law: start
collected = {}


def backward(order, g):
    waiting = {order[0]: g}
    for node in order:
        total = waiting[node]
        if node.variable is not None:
            collected[node] = collected.get(node, 0.0) + total
            node.variable.grad = tape.Tensor(collected[node])
        if node.next_functions:
            for (following, _), share in zip(node.next_functions, node(total)):
                if following is not None:
                    waiting[following] = share if following not in waiting else waiting[following] + share
