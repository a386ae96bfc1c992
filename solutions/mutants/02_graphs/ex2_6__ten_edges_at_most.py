# law: along a path
def sum_over_paths(graph, values, output, source, rules):
    # From one length of path to the next, and never further than ten edges.
    total, ends = 0.0, [(output, 1.0)]
    for _ in range(11):
        total += sum(product for name, product in ends if name == source)
        ends = [
            (before, slope * product)
            for name, product in ends
            if name in graph and name != source
            for before, slope in edges_into(graph, values, name, rules)
        ]
    return total
