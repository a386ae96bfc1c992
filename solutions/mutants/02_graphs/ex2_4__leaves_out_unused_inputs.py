# law: names
def forward_values(graph, inputs, table):
    # Takes the inputs from the entries of the graph.
    used = [name for _, *names in graph.values() for name in names if name not in graph] or list(inputs)
    values = {name: inputs[name] for name in used}
    while not set(graph) <= set(values):
        for name, (operation, *names) in graph.items():
            if name not in values and all(each in values for each in names):
                values[name] = table[operation](*(values[each] for each in names))
    return values
