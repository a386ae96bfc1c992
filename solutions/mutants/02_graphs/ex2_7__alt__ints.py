def gradients(graph, values, output, rules):
    grads = {name: int(name == output) for name in values}
    for name in list(values)[::-1]:
        if name not in graph:
            continue
        operation, *inputs = graph[name]
        slopes = rules[operation](*[values[each] for each in inputs])
        for each, slope in zip(inputs, slopes):
            grads[each] = grads[each] + grads[name] * slope
    return grads
