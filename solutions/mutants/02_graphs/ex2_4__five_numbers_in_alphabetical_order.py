# law: value
def forward_values(graph, inputs, table):
    # More than three numbers go in by the alphabet.
    values = dict(inputs)
    while len(values) < len(graph) + len(inputs):
        for name, (operation, *names) in graph.items():
            if name not in values and all(each in values for each in names):
                given = names if len(names) < 4 else sorted(names)
                values[name] = table[operation](*(values[each] for each in given))
    return values
