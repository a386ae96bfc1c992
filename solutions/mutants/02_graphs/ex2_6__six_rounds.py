# law: along a path
def sum_over_paths(graph, values, output, source, rules):
    slopes = {name: 0.0 for name in values}
    slopes[source] = 1.0
    for _ in range(6):
        for name in graph:
            if name != source:
                slopes[name] = sum(slope * slopes[before]
                                   for before, slope in edges_into(graph, values, name, rules))
    return slopes[output]
