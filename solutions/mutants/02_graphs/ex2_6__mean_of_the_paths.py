# law: over all paths
def sum_over_paths(graph, values, output, source, rules):
    if output == source:
        return 1.0
    if output not in graph:
        return 0.0
    edges = edges_into(graph, values, output, rules)
    found = [slope * sum_over_paths(graph, values, before, source, rules) for before, slope in edges]
    ways = [part for part in found if part]
    return sum(ways) / len(ways) if ways else 0.0
