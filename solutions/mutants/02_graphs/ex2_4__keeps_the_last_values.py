# law: names
def forward_values(graph, inputs, table, values={}):
    values.update(inputs)
    while not set(graph) <= set(values):
        for name, (operation, *names) in graph.items():
            if name not in values and all(each in values for each in names):
                values[name] = table[operation](*(values[each] for each in names))
    return dict(values)
