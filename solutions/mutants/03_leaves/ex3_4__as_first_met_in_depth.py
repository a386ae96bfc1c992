# law: before
def topological_order(node):
    order, todo = [], [node]
    while todo:
        here = todo.pop()
        if here not in order:
            order.append(here)
            todo += [behind for behind, _ in here.next_functions if behind is not None]
    return order
