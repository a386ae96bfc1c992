# law: over all paths
def sum_over_paths(graph, values, output, source, rules):
    # Two steps with the same entry get the same name, and the one that is overwritten leads nowhere.
    graph = {name: entry for entry, name in {entry: name for name, entry in graph.items()}.items()}
    if output == source:
        return 1.0
    if output not in graph:
        return 0.0
    edges = edges_into(graph, values, output, rules)
    return sum(slope * sum_over_paths(graph, values, before, source, rules) for before, slope in edges)
