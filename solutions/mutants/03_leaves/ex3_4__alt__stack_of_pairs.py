def topological_order(node):
    order, known, stack = [], set(), [(node, False)]
    while stack:
        here, way_out = stack.pop()
        if way_out:
            order.append(here)
        elif here not in known:
            known.add(here)
            stack.append((here, True))
            for after, _ in here.next_functions:
                if after is not None:
                    stack.append((after, False))
    return order[::-1]
