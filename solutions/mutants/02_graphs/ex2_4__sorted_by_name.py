# law: value
def forward_values(graph, inputs, table):
    # Names say nothing about the order of computation.
    values = dict(inputs)
    for name in sorted(graph):
        operation, *names = graph[name]
        values[name] = table[operation](*(values.get(each, 0.0) for each in names))
    return values
