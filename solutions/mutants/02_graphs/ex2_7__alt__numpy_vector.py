def gradients(graph, values, output, rules):
    place = {name: k for k, name in enumerate(values)}
    g = np.zeros(len(place))
    g[place[output]] = 1.0
    for name, k in list(place.items())[place[output]::-1]:
        if name in graph and g[k] != 0:
            for before, slope in edges_into(graph, values, name, rules):
                g[place[before]] += g[k] * slope
    return dict(zip(values, g))
