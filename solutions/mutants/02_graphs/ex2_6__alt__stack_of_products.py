def sum_over_paths(graph, values, output, source, rules):
    total, stack = 0, [(output, 1)]
    while stack:
        name, product = stack.pop()
        if name == source:
            total += product
            continue
        if name in graph:
            stack += [(before, product * slope) for before, slope in edges_into(graph, values, name, rules)]
    return total
