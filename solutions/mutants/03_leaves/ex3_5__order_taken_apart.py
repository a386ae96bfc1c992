# law: stays
def backward(order, g):
    arrived, done = {order[0]: g}, []
    while order:
        node = order.pop(0)
        done.append(node)
        total = arrived.pop(node)
        if node.variable is not None:
            old = node.variable.grad
            node.variable.grad = tape.Tensor(total if old is None else old.data + total)
        if node.next_functions:
            for (after, _), part in zip(node.next_functions, node(total)):
                if after is not None:
                    arrived[after] = arrived[after] + part if after in arrived else part
    order.extend(done)
