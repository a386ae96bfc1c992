# law: rules
def sum_over_paths(graph, values, output, source, rules):
    if output == source:
        return 1.0
    if output not in graph:
        return 0.0
    known = {**rules, **LOCAL}
    return sum(slope * sum_over_paths(graph, values, before, source, rules)
               for before, slope in edges_into(graph, values, output, known))
