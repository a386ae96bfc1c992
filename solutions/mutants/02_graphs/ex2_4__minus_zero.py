# law: value
# Adding 0 turns -0.0 into 0.0.
def forward_values(graph, inputs, table):
    values = dict(inputs)
    while len(values) < len(graph) + len(inputs):
        for name, (operation, *names) in graph.items():
            if name not in values and all(each in values for each in names):
                values[name] = 0 + table[operation](*(values[each] for each in names))
    return values
