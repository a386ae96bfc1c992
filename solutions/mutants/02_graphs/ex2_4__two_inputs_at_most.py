# law: ends
def forward_values(graph, inputs, table):
    values = dict(inputs)
    while len(values) < len(graph) + len(inputs):
        for name, entry in graph.items():
            if name not in values and all(each in values for each in entry[1:]):
                act, first = table[entry[0]], values[entry[1]]
                values[name] = act(first) if len(entry) == 2 else act(first, values[entry[2]])
    return values
