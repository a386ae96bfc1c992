# law: along a path
def sum_over_paths(graph, values, output, source, rules):
    finished, open_paths = [], [(output, 1.0)]
    while open_paths:
        way, product = open_paths.pop()
        name = way.rpartition("<")[2]
        if name == source:
            finished.append(product)
        elif name in graph:
            for before, slope in edges_into(graph, values, name, rules):
                open_paths.append((f"{way}<{before}", product * slope))
    return sum(finished)
