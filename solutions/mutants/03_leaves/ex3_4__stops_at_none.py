# law: before
def topological_order(node):
    written, met, todo = [], set(), [(node, False)]
    while todo:
        here, done = todo.pop()
        if done:
            written.append(here)
        elif here not in met:
            met.add(here)
            todo.append((here, True))
            for behind, _ in here.next_functions:
                if behind is None:
                    break
                todo.append((behind, False))
    return written[::-1]
