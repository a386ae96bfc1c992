def sum_over_paths(graph, values, output, source):
    total = float(output == source)
    if output in graph and output != source:
        for before, slope in edges_into(graph, values, output):
            total = total + sum_over_paths(graph, values, before, source) * slope
    return total
