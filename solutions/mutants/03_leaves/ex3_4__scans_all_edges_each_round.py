# law: looks
def topological_order(node):
    found, order = [node], []
    for here in found:
        for behind, _ in here.next_functions:
            if behind is not None and behind not in found:
                found.append(behind)
    while found:
        waiting = {behind for here in found for behind, _ in here.next_functions}
        order += [here for here in found if here not in waiting]
        found = [here for here in found if here in waiting]
    return order
