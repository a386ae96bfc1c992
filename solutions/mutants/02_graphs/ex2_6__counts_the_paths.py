# law: along a path
def sum_over_paths(graph, values, output, source, rules):
    if output == source:
        return 1.0
    if output not in graph:
        return 0.0
    return sum(sum_over_paths(graph, values, before, source, rules) for before, _ in edges_into(graph, values, output, rules))
