# law: all once
def topological_order(node):
    written, met, known, todo = [], set(), {}, [(node, False)]
    while todo:
        here, done = todo.pop()
        if done:
            written.append(here)
            continue
        if here not in known:
            known[here] = here.next_functions
        mark = here if known[here] else "a leaf"
        if mark not in met:
            met.add(mark)
            todo.append((here, True))
            todo.extend((behind, False) for behind, _ in known[here] if behind is not None)
    return written[::-1]
