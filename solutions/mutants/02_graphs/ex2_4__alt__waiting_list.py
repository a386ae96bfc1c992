def forward_values(graph, inputs, table):
    values, waiting = dict(inputs), list(graph)
    while waiting:
        name = waiting.pop(0)
        operation, *names = graph[name]
        if set(names) <= set(values):
            values[name] = table[operation](*[values[each] for each in names])
        else:
            waiting.append(name)
    return values
