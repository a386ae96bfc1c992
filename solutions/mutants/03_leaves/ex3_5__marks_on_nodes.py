# law: stays
# Each node gets attributes in its turn, which stay from one walk to the next.
def backward(order, g):
    at = {order[0]: np.array(g)}
    for node in order:
        total = at.pop(node)
        node.turns_so_far = getattr(node, "turns_so_far", 0) + 1
        node.last_sum = total
        if node.variable is not None:
            before = 0.0 if node.variable.grad is None else node.variable.grad.data
            node.variable.grad = tape.Tensor(before + total)
        if node.next_functions:
            for (behind, _), part in zip(node.next_functions, node(total)):
                if behind is not None:
                    at[behind] = at[behind] + part if behind in at else np.array(part)
