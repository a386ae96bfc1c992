# law: looks
def topological_order(node):
    found = [node]
    for here in found:
        found += [behind for behind, _ in here.next_functions if behind is not None and behind not in found]
        found = list(dict.fromkeys(found))
    order = []
    while found:
        waiting = {behind for here in found for behind, _ in here.next_functions}
        order += [here for here in found if here not in waiting]
        found = [here for here in found if here in waiting]
    return order
