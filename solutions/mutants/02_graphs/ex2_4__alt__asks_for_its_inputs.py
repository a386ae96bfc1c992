def forward_values(graph, inputs, table):
    values = dict(inputs)

    def value(name):
        if name not in values:
            operation, *names = graph[name]
            numbers = [value(each) for each in names]
            values[name] = table[operation](*numbers)
        return values[name]

    for name in graph:
        value(name)
    return values
