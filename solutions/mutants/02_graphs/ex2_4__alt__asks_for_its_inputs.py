def forward_values(graph, inputs):
    values = dict(inputs)

    def value(name):
        if name not in values:
            operation, *names = graph[name]
            numbers = [value(each) for each in names]
            values[name] = VALUE[operation](*numbers)
        return values[name]

    for name in graph:
        value(name)
    return values
