# law: value
def forward_values(graph, inputs, table):
    # No harm to sums and products; a difference changes its sign.
    values = dict(inputs)
    while len(values) < len(graph) + len(inputs):
        for name, (operation, *names) in graph.items():
            if name not in values and all(each in values for each in names):
                values[name] = table[operation](*(values[each] for each in sorted(names, reverse=True)))
    return values
