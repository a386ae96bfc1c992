# law: once
def backward(order, g):
    def send(node, g):
        if node.variable is not None:
            old = node.variable.grad
            node.variable.grad = tape.Tensor(g if old is None else old.data + g)
        if node.next_functions:
            for (behind, _), part in zip(node.next_functions, node(g)):
                if behind is not None:
                    send(behind, part)

    send(order[0], g)
