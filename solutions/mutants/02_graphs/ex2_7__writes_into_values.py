# law: caller
def gradients(graph, values, output, rules):
    # Puts each gradient in the place of a value that is no longer needed.
    edges = [(name, edges_into(graph, values, name, rules)) for name in reversed(values) if name in graph]
    for name in values:
        values[name] = 1.0 if name == output else 0.0
    for name, into in edges:
        for before, slope in into:
            values[before] += slope * values[name]
    return values
