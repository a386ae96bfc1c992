# law: ends
def gradients(graph, values, output, rules):
    def leads(name):
        return name == output or any(leads(user) for user in users[name])

    users = {name: [] for name in values}
    for name, (_, *names) in graph.items():
        for each in names:
            users[each].append(name)
    grads = dict.fromkeys(values, 0.0)
    grads[output] = 1.0
    for name in reversed(list(values)):
        if name in graph and leads(name):
            for before, slope in edges_into(graph, values, name, rules):
                grads[before] += slope * grads[name]
    return grads
