# law: graph
# each node has a new attribute afterwards
def topological_order(node):
    mark, order, stack = object(), [], [(node, False)]
    while stack:
        here, done = stack.pop()
        if done:
            order.append(here)
        elif getattr(here, "mark", None) is not mark:
            here.mark = mark
            stack.append((here, True))
            stack += [(after, False) for after, _ in here.next_functions if after is not None]
    return order[::-1]
