# law: accumulate
# two nodes with one variable: the last sum wins
def backward(order, g):
    arrived, collected = {order[0]: g}, {}
    for node in order:
        total = arrived.pop(node)
        if node.variable is not None:
            collected[node.variable] = total
        if node.next_functions:
            for (after, _), part in zip(node.next_functions, node(total)):
                if after is not None:
                    arrived[after] = arrived[after] + part if after in arrived else part
    for variable, total in collected.items():
        old = variable.grad
        variable.grad = tape.Tensor(total if old is None else old.data + total)
