# law: once
def forward_values(graph, inputs, table):
    # Right values, and a step is computed again for each path that leads to it.
    def value(name):
        if name not in graph:
            return inputs[name]
        operation, *names = graph[name]
        found = table[operation](*(value(each) for each in names))
        values.pop(name, None)
        values[name] = found
        return found

    values = dict(inputs)
    for name in graph:
        if name not in values:
            value(name)
    return {name: values[name] for name in sorted(values, key=lambda name: depth(graph, name))}


def depth(graph, name):
    return 1 + max(depth(graph, each) for each in graph[name][1:]) if name in graph else 0
