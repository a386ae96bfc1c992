# law: add
def gradients(graph, values, output, rules):
    grads = {name: 0.0 for name in values}
    grads[output] = 1.0
    for name, value in reversed(values.items()):
        if not value or name not in graph:
            continue
        for before, slope in edges_into(graph, values, name, rules):
            grads[before] += grads[name] * slope
    return grads
