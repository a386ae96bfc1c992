# law: before
def topological_order(node):
    uses, found = {node: 0}, [node]
    for here in found:
        for behind, _ in here.next_functions:
            if behind is not None:
                if behind not in uses:
                    found.append(behind)
                uses[behind] = 1
    order, ready = [], [node]
    while ready:
        here = ready.pop()
        order.append(here)
        for behind, _ in here.next_functions:
            if behind is not None:
                uses[behind] -= 1
                if uses[behind] == 0:
                    ready.append(behind)
    return order
