# law: caller
known = {}


def gradients(graph, values, output, rules):
    key = (output, *graph.items(), *values.items())
    if key not in known:
        grads = {name: 0.0 for name in values}
        grads[output] = 1.0
        for name in reversed(list(values)):
            for before, slope in edges_into(graph, values, name, rules) if name in graph else ():
                grads[before] += slope * grads[name]
        known[key] = grads
    return known[key]
