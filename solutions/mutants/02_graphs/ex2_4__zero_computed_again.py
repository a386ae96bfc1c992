# law: once
def forward_values(graph, inputs, table):
    values = dict(inputs)

    def value(name):
        if name in inputs:
            return inputs[name]
        if not values.get(name):
            operation, *names = graph[name]
            numbers = []
            for each in names:
                numbers.append(value(each))
            values[name] = table[operation](*numbers)
        return values[name]

    for name in graph:
        value(name)
    return values
