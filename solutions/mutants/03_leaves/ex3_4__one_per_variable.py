# law: all once
def topological_order(node):
    def key(here):
        return here if here.variable is None else here.variable

    seen, order, stack = set(), [], [(node, False)]
    while stack:
        here, done = stack.pop()
        if done:
            order.append(here)
        elif key(here) not in seen:
            seen.add(key(here))
            stack.append((here, True))
            stack += [(after, False) for after, _ in here.next_functions if after is not None]
    return order[::-1]
