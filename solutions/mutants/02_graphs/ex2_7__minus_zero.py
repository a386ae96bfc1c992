# law: rules
def gradients(graph, values, output, rules):
    said = {}
    grads = {name: 0.0 for name in values}
    grads[output] = 1.0
    for name in [*values][::-1]:
        if name not in graph:
            continue
        operation, *sources = graph[name]
        numbers = tuple(values[source] for source in sources)
        if (operation, numbers) not in said:
            said[operation, numbers] = rules[operation](*numbers)
        for source, slope in zip(sources, said[operation, numbers]):
            grads[source] += grads[name] * slope
    return grads
