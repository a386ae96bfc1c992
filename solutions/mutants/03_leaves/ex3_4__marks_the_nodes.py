# law: graph
def topological_order(node):
    written, todo = [], [(node, False)]
    while todo:
        here, done = todo.pop()
        if done:
            written.append(here)
        elif not getattr(here, "met", False):
            here.met = True
            todo.append((here, True))
            todo.extend((behind, False) for behind, _ in here.next_functions if behind is not None)
    return written[::-1]
