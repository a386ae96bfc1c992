# law: looks
def topological_order(node):
    order, at = [node], 0
    while at < len(order):
        here, at = order[at], at + 1
        for behind, _ in here.next_functions:
            if behind is None:
                continue
            if behind not in order:
                order.append(behind)
            elif order.index(behind) < at:
                order.append(order.pop(order.index(behind)))
                at -= 1
    return order
