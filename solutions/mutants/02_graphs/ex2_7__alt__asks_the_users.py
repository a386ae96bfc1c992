def gradients(graph, values, output, rules):
    # The other way round: each node collects from the nodes that use it.
    users = {name: [] for name in values}
    for name in graph:
        for before, slope in edges_into(graph, values, name, rules):
            users[before].append((name, slope))
    grads = {}
    for name in reversed(list(values)):
        start = 1.0 if name == output else 0.0
        grads[name] = sum((slope * grads[user] for user, slope in users[name]), start)
    return grads
