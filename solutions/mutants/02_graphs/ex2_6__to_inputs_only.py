# law: ends
def sum_over_paths(graph, values, output, source, rules):
    # Right if source is an input of the graph.
    if output not in graph:
        return 1.0 if output == source else 0.0
    edges = edges_into(graph, values, output, rules)
    return sum((slope * sum_over_paths(graph, values, before, source, rules) for before, slope in edges), 0.0)
