# law: over all paths
def sum_over_paths(graph, values, output, source, rules):
    place = {name: at for at, name in enumerate(values)}
    system = np.eye(len(place))
    for name in graph:
        for before, slope in edges_into(graph, values, name, rules):
            system[place[before], place[name]] -= slope
    start = np.zeros(len(place))
    start[place[output]] = 1.0
    return float(np.linalg.solve(system, start)[place[source]])
