# law: ends
def forward_values(graph, inputs, table):
    # The operation is told from the inputs by having no value, which holds until a node has its name.
    values = dict(inputs)
    while len(values) < len(graph) + len(inputs):
        for name, entry in graph.items():
            numbers = [values[each] for each in entry if each in values]
            if name not in values and len(numbers) >= len(entry) - 1:
                values[name] = table[entry[0]](*numbers)
    return values
