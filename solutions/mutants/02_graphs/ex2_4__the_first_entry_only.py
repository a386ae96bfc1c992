# law: names
def forward_values(graph, inputs, table):
    # Computes what one entry needs, as if every other step led to it.
    values = dict(inputs)

    def value(name):
        if name not in values:
            operation, *names = graph[name]
            numbers = [value(each) for each in names]
            values[name] = table[operation](*numbers)
        return values[name]

    for name in graph:
        if all(name not in names for _, *names in graph.values()):
            value(name)
            break
    return values
