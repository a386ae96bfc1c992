# law: new
def topological_order(node, met=set()):
    written, todo = [], [(node, False)]
    while todo:
        here, done = todo.pop()
        if done:
            written.append(here)
        elif here not in met:
            met.add(here)
            todo.append((here, True))
            todo.extend((behind, False) for behind, _ in here.next_functions if behind is not None)
    return written[::-1]
