def sum_over_paths(graph, values, output, source, rules):
    total = float(output == source)
    if output in graph and output != source:
        for before, slope in edges_into(graph, values, output, rules):
            total = total + sum_over_paths(graph, values, before, source, rules) * slope
    return total
