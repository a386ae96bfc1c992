# law: caller
def forward_values(graph, inputs, table):
    missing = set(graph)
    values = inputs
    while missing:
        for name in [each for each in graph if each in missing]:
            operation, *names = graph[name]
            if all(each in values for each in names):
                values = {**values, name: table[operation](*[values[each] for each in names])}
                missing.remove(name)
    return values
