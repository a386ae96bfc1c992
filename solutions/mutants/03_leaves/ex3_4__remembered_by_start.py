# law: all once
REMEMBERED = {}

def topological_order(node):
    leads = tuple(node.next_functions)
    if node in REMEMBERED and REMEMBERED[node][0] == leads:
        return list(REMEMBERED[node][1])
    known, order, todo = set(), [], [(node, False)]
    while todo:
        here, out = todo.pop()
        if out:
            order.append(here)
        elif here not in known:
            known.add(here)
            todo.append((here, True))
            todo.extend((after, False) for after, _ in here.next_functions if after is not None)
    order.reverse()
    REMEMBERED[node] = leads, tuple(order)
    return order
