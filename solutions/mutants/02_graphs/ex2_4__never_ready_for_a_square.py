# law: names
def forward_values(graph, inputs, table):
    # Counts the known inputs of a step without those that stand twice.
    values = dict(inputs)
    for _ in graph:
        for name, (operation, *names) in graph.items():
            if name not in values and len(set(names) & set(values)) == len(names):
                values[name] = table[operation](*(values[each] for each in names))
    return values
