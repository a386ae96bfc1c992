# law: once
def forward_values(graph, inputs, table):
    values = dict(inputs)
    for _ in graph:
        for name, (operation, *names) in graph.items():
            if all(each in values for each in names):
                values[name] = table[operation](*(values[each] for each in names))
    return values
