def forward_values(graph, inputs, table):
    order, ready = [], set(inputs)
    waiting = set(graph)
    while waiting:
        found = sorted(name for name in waiting if ready.issuperset(graph[name][1:]))
        order += found
        ready.update(found)
        waiting -= set(found)
    values = {**inputs}
    for name in order:
        operation, *names = graph[name]
        values |= {name: table[operation](*[values[each] for each in names])}
    return values
