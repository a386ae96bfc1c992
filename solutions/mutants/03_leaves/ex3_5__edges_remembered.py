# law: once
import functools

@functools.lru_cache(maxsize=None)
def behind(node):
    return tuple(after for after, _ in node.next_functions)

def backward(order, g):
    arrived = {order[0]: g}
    for node in order:
        total = arrived[node]
        if node.variable is not None:
            old = node.variable.grad
            node.variable.grad = tape.Tensor(total if old is None else old.data + total)
        if behind(node):
            for after, part in zip(behind(node), node(total)):
                if after is not None:
                    arrived[after] = arrived.get(after, 0.0) + part
