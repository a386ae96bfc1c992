# law: graph
# Writes their places into the nodes of large graphs.
def topological_order(node):
    written, met, todo = [], set(), [(node, False)]
    while todo:
        here, all_behind_done = todo.pop()
        if all_behind_done:
            written.append(here)
        elif here not in met:
            met.add(here)
            todo.append((here, True))
            todo.extend((behind, False) for behind, _ in here.next_functions if behind is not None)
    if len(written) > 500:
        for place, each in enumerate(written): each.place = place
    return written[::-1]
