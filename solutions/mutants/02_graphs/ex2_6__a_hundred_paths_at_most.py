# law: over all paths
def sum_over_paths(graph, values, output, source, rules):
    total, paths, begun = 0.0, 0, [(output, 1.0)]
    while begun and paths < 100:
        name, product = begun.pop()
        if name == source:
            total, paths = total + product, paths + 1
        elif name in graph:
            begun += [(before, slope * product) for before, slope in edges_into(graph, values, name, rules)]
    return total
