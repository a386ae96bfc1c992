# law: over all paths
def sum_over_paths(graph, values, output, source, rules):
    if output == source:
        return 1.0
    if output not in graph:
        return 0.0
    found = 1.0
    parts = [slope * sum_over_paths(graph, values, each, source, rules) for each, slope in edges_into(graph, values, output, rules)]
    for part in parts:
        found *= part or 1.0
    return found if any(parts) else 0.0
