def sum_over_paths(graph, values, output, source, rules):
    if output == source:
        return 1
    total = np.float64(0) if output in graph else 0
    for before, slope in edges_into(graph, values, output, rules) if output in graph else []:
        total += np.float64(slope) * sum_over_paths(graph, values, before, source, rules)
    return total
