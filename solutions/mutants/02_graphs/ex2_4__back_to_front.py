# law: names
def forward_values(graph, inputs, table):
    # Takes a graph to be written with its result first.
    values = dict(inputs)
    for name, (operation, *names) in reversed(graph.items()):
        if all(each in values for each in names):
            values[name] = table[operation](*(values[each] for each in names))
    return values
