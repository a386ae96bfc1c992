# law: sum
# Takes what is no number for 0.
def backward(order, g):
    at = {order[0]: g}
    for node in order:
        total, collector = at.pop(node), node.variable
        if collector is not None:
            before = 0.0 if collector.grad is None else collector.grad.data
            collector.grad = tape.Tensor(np.nan_to_num(before + total, nan=0.0, posinf=np.inf, neginf=-np.inf))
        if node.next_functions:
            for (behind, _), part in zip(node.next_functions, node(total), strict=True):
                if behind is not None:
                    at[behind] = at.get(behind, 0.0) + part
