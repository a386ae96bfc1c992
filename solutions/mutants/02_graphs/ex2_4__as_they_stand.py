# law: ends
def forward_values(graph, inputs, table):
    # Right for a graph that is written in the order of computation.
    values = dict(inputs)
    for name, (operation, *names) in graph.items():
        values[name] = table[operation](*(values[each] for each in names))
    return values
