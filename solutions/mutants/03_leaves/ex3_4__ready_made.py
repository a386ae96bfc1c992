# law: allowed names
# Python's own library can put a graph in order.
def topological_order(node):
    from graphlib import TopologicalSorter

    behind, todo = {}, [node]
    while todo:
        here = todo.pop()
        if here not in behind:
            behind[here] = [after for after, _ in here.next_functions if after is not None]
            todo.extend(behind[here])
    return list(TopologicalSorter(behind).static_order())[::-1]
