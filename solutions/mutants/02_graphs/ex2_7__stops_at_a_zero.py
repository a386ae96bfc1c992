# law: add
def gradients(graph, values, output, rules):
    grads = dict.fromkeys(values, 0.0)
    grads[output] = 1.0
    names = list(values)
    for name in reversed(names[:names.index(output) + 1]):
        if name in graph:
            if grads[name] == 0.0:
                break
            for before, slope in edges_into(graph, values, name, rules):
                grads[before] += grads[name] * slope
    return grads
