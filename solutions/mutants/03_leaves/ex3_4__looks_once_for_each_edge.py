# law: looks
def topological_order(node):
    order, known, stack = [], set(), [(node, False)]
    while stack:
        here, way_out = stack.pop()
        if way_out:
            order.append(here)
            continue
        behind = [after for after, _ in here.next_functions if after is not None]
        if here in known:
            continue
        known.add(here)
        stack.append((here, True))
        stack += [(after, False) for after in behind]
    return order[::-1]
