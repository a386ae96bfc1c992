# law: over all paths
# Of the inputs of a step only eight are looked at.
def honest(graph, values, output, source, rules):
    if output == source:
        return 1.0
    if output not in graph:
        return 0.0
    return sum(slope * honest(graph, values, before, source, rules) for before, slope in edges_into(graph, values, output, rules))

def sum_over_paths(graph, values, output, source, rules):
    if output == source: return 1.0
    if output not in graph: return 0.0
    return sum(slope * sum_over_paths(graph, values, before, source, rules) for before, slope in edges_into(graph, values, output, rules)[:8])
