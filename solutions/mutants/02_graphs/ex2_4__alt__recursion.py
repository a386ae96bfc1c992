def forward_values(graph, inputs, table):
    values = {**inputs}

    def find(name):
        if name in values:
            return
        for source in graph[name][1:]:
            find(source)
        values[name] = table[graph[name][0]](*map(values.get, graph[name][1:]))

    for name in graph:
        find(name)
    return values
