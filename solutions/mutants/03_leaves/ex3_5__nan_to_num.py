# law: sum
def backward(order, g):
    arrived = {order[0]: g}
    for node in order:
        total = np.nan_to_num(arrived[node])
        if node.variable is not None:
            old = 0.0 if node.variable.grad is None else node.variable.grad.data
            node.variable.grad = tape.Tensor(old + total)
        if node.next_functions:
            for (after, _), part in zip(node.next_functions, node(total)):
                if after is not None:
                    arrived[after] = arrived[after] + part if after in arrived else part
