# law: along a path
def sum_over_paths(graph, values, output, source, rules, product=1.0):
    if output == source:
        return product
    if output not in graph or abs(product) < 1e-10:
        return 0.0
    total = 0.0
    for before, slope in edges_into(graph, values, output, rules):
        total += sum_over_paths(graph, values, before, source, rules, product * slope)
    return total
