def sum_over_paths(graph, values, output, source, rules):
    total, begun = 0.0, [(output, 1.0)]
    while begun:
        name, product = begun.pop()
        if name == source:
            total += product
        elif name in graph:
            begun += [(before, slope * product) for before, slope in edges_into(graph, values, name, rules)]
    return total
