def topological_order(node):
    finished, seen, open_ones = [], {node}, [(node, iter(node.next_functions))]
    while open_ones:
        here, rest = open_ones[-1]
        for behind, _ in rest:
            if behind is not None and behind not in seen:
                seen.add(behind)
                open_ones.append((behind, iter(behind.next_functions)))
                break
        else:
            finished.append(here)
            open_ones.pop()
    finished.reverse()
    return finished
