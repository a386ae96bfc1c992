# law: rules
known = {}


def sum_over_paths(graph, values, output, source, rules):
    key = (output, source, *graph, *values.items())
    if output == source:
        return 1.0
    if output not in graph:
        return 0.0
    if key not in known:
        known[key] = sum(
            slope * sum_over_paths(graph, values, before, source, rules)
            for before, slope in edges_into(graph, values, output, rules)
        )
    return known[key]
