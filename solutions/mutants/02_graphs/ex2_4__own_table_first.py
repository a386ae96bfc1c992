# law: table
def forward_values(graph, inputs, table):
    functions = {**table, **VALUE}
    values = dict(inputs)
    while len(values) < len(inputs) + len(graph):
        for name, (operation, *names) in graph.items():
            if name not in values and set(names) <= set(values):
                values[name] = functions[operation](*[values[each] for each in names])
    return values
