def gradients(graph, values, output, rules):
    place = {name: number for number, name in enumerate(values)}
    grads = np.zeros(len(values))
    grads[place[output]] = 1
    for name in reversed(place):
        if name in graph:
            for before, slope in edges_into(graph, values, name, rules):
                grads[place[before]] += slope * grads[place[name]]
    return dict(zip(values, grads))
