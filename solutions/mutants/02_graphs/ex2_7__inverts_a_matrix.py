# law: ends
def gradients(graph, values, output, rules):
    place = {name: i for i, name in enumerate(values)}
    edges = np.zeros((len(place), len(place)))
    for name in graph:
        for before, slope in edges_into(graph, values, name, rules):
            edges[place[name], place[before]] += slope
    # 1 + A + A @ A + ... : paths of no edge, one edge, two edges, ...
    paths = np.linalg.inv(np.eye(len(place)) - edges)
    return dict(zip(values, paths[place[output]].tolist()))
