# law: graph
def topological_order(node):
    written, todo = [], [(node, False)]
    while todo:
        here, done = todo.pop()
        if done:
            written.append(here)
        elif here not in written and (here, True) not in todo:
            todo.append((here, True))
            todo.extend((behind, False) for behind, _ in here.next_functions if behind is not None)
            here.next_functions = ()
    return written[::-1]
