# law: over all paths
def sum_over_paths(graph, values, output, source, rules):
    # Of two edges from one node the second is taken to be like the first.
    if output == source:
        return 1.0
    if output not in graph:
        return 0.0
    first, *others = edges_into(graph, values, output, rules)
    total = first[1] * sum_over_paths(graph, values, first[0], source, rules)
    for before, slope in others:
        total += (first[1] if before == first[0] else slope) * sum_over_paths(graph, values, before, source, rules)
    return total
