# law: before
def topological_order(node):
    level, todo = {node: 0}, [node]
    for here in todo:
        for behind, _ in here.next_functions:
            if behind is not None:
                if behind not in level:
                    todo.append(behind)
                level[behind] = max(level.get(behind, 0), level[here] + 1)
    return sorted(todo, key=level.get)
