# law: ends
def forward_values(graph, inputs, table):
    values = dict(inputs)
    waiting = list(graph)
    while waiting:
        name = waiting.pop(0)
        operation, *names = graph[name]
        first, last = names[0], names[-1]
        if first in values and last in values:
            values[name] = table[operation](*[values[each] for each in names])
        else:
            waiting.append(name)
    return values
