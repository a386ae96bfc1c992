from collections import deque


def topological_order(node):
    def ahead(here):
        return [behind for behind, _ in here.next_functions if behind is not None]

    behind, order, path = {node: ahead(node)}, deque(), [node]
    while path:
        if not behind[path[-1]]:
            order.appendleft(path.pop())
            continue
        after = behind[path[-1]].pop()
        if after not in behind:
            behind[after] = ahead(after)
            path.append(after)
    return list(order)
