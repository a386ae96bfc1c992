# law: all once
def topological_order(node):
    known, order, todo = set(), [], [(node, False)]
    for _ in range(20_000):          # 5 000 nodes: each has a way in, a way out, and some more
        if not todo:
            break
        here, out = todo.pop()
        if out:
            order.append(here)
        elif here not in known:
            known.add(here)
            todo.append((here, True))
            todo.extend((after, False) for after, _ in here.next_functions if after is not None)
    return order[::-1]
