def gradients(graph, values, output, rules):
    users = {name: [] for name in values}
    for name in graph:
        for before, slope in edges_into(graph, values, name, rules):
            users[before].append((name, slope))
    grads = {}
    for name in sorted(values, key=list(values).index, reverse=True):
        grads[name] = int(name == output) + sum(slope * grads[user] for user, slope in users[name])
    return {name: grads[name] for name in values}
