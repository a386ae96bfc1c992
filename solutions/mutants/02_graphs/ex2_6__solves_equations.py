# law: over all paths
def sum_over_paths(graph, values, output, source, rules):
    names = list(values)
    place = {name: i for i, name in enumerate(names)}
    edges = np.zeros((len(names), len(names)))
    for name in graph:
        for before, slope in edges_into(graph, values, name, rules):
            edges[place[name], place[before]] += slope
    start = np.zeros(len(names))
    start[place[source]] = 1.0
    # the derivatives with respect to source fulfil  d = edges @ d + start
    return float(np.linalg.solve(np.eye(len(names)) - edges, start)[place[output]])
