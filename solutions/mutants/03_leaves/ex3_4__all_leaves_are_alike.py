# law: all once
def topological_order(node):
    written, met, todo = [], set(), [(node, False)]
    while todo:
        here, done = todo.pop()
        if done:
            written.append(here)
            continue
        edges = here.next_functions
        if edges not in met:
            met.add(edges)
            todo.append((here, True))
            todo.extend((behind, False) for behind, _ in edges if behind is not None)
    return written[::-1]
