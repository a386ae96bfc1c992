# law: over all paths
def sum_over_paths(graph, values, output, source, rules):
    if output == source:
        return 1.0
    if output not in graph:
        return 0.0
    entry, total = graph[output], 0.0
    slopes = [slope for _, slope in edges_into(graph, values, output, rules)]
    for before in dict.fromkeys(entry[1:]):
        factor = sum(slopes[place - 1] for place, name in enumerate(entry) if name == before)
        total += factor * sum_over_paths(graph, values, before, source, rules)
    return total
