# law: all once
def topological_order(node):
    order, todo = [], [(node, False)]
    while todo:
        here, out = todo.pop()
        if out:
            order.append(here)
        elif not hasattr(here, "visited"):
            here.visited = True
            todo.append((here, True))
            todo.extend((after, False) for after, _ in here.next_functions if after is not None)
    for each in order:
        del each.visited
    return order[::-1]
