# law: rules
def sum_over_paths(graph, values, output, source, rules, known={}):
    # What was found for one graph is told for the next one with the same names.
    if output == source:
        return 1.0
    if output not in graph:
        return 0.0
    key = (output, source, tuple(graph.items()))
    if key not in known:
        known[key] = sum(
            slope * sum_over_paths(graph, values, before, source, rules)
            for before, slope in edges_into(graph, values, output, rules)
        )
    return known[key]
