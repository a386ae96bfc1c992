# law: hand on
def gradients(graph, values, output, rules):
    users = {name: [] for name in values}
    for name in graph:
        for before, slope in edges_into(graph, values, name, rules):
            users[before].append((name, slope))
    grads = {}

    def parts(name):
        return list(part(user, slope) for user, slope in users[name])

    def part(user, slope):
        return slope * grad(user)

    def grad(name):
        if name not in grads:
            grads[name] = 1.0 if name == output else sum(parts(name))
        return grads[name]

    return {name: grad(name) for name in values}
