# law: looks
def topological_order(node):
    walk, todo = [], [node]
    for here in todo:
        walk.append(here)
        todo += [behind for behind, _ in here.next_functions if behind is not None]
    return list(dict.fromkeys(reversed(walk)))[::-1]
