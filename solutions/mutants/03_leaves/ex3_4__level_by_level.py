# law: before
def topological_order(node):
    order = [node]
    for here in order:
        for behind, _ in here.next_functions:
            if behind is not None and behind not in order:
                order.append(behind)
    return order
