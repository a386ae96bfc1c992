# law: caller
def forward_values(graph, inputs, table):
    values = dict(inputs)
    while graph:
        for name in list(graph):
            operation, *names = graph[name]
            if all(each in values for each in names):
                values[name] = table[operation](*(values[each] for each in names))
                del graph[name]
    return values
