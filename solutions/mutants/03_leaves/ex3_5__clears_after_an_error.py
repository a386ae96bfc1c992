# law: accumulate
# After an error every .grad is cleared, with what it had before.
def backward(order, g):
    at = {order[0]: g}
    try:
        for node in order:
            total, collector = at.pop(node), node.variable
            if collector is not None:
                before = 0.0 if collector.grad is None else collector.grad.data
                collector.grad = tape.Tensor(before + total)
            if node.next_functions:
                for (behind, _), part in zip(node.next_functions, node(total), strict=True):
                    if behind is not None:
                        at[behind] = at.get(behind, 0.0) + part
    except BaseException:
        for node in order:
            if node.variable is not None: node.variable.grad = None
        raise
