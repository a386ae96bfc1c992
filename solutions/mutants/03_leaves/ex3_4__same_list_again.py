# law: new
# asked twice for one node it gives one list twice
last = [None, []]

def topological_order(node):
    if last[0] is node and last[1]:
        return last[1]          # it was asked just now
    seen, order, stack = set(), [], [(node, False)]
    while stack:
        here, done = stack.pop()
        if done:
            order.append(here)
        elif here not in seen:
            seen.add(here)
            stack.append((here, True))
            stack += [(after, False) for after, _ in here.next_functions if after is not None]
    order.reverse()
    last[:] = node, order
    return order
