def backward(order, g):
    came = {order[0]: g}
    for node in order:
        total = came[node]
        variable = node.variable
        if variable is not None and variable.requires_grad:
            old = variable.grad
            variable.grad = tape.Tensor(total if old is None else old.data + total)
        if node.next_functions:
            for (after, _), part in zip(node.next_functions, node(total)):
                if after is not None:
                    came[after] = came[after] + part if after in came else part
