# law: once
known = {}


def forward_values(graph, inputs, table):
    key = (*graph.items(), *inputs.items())
    if key not in known:
        values = dict(inputs)
        while len(values) < len(graph) + len(inputs):
            for name, (operation, *names) in graph.items():
                if name not in values and all(each in values for each in names):
                    values[name] = table[operation](*(values[each] for each in names))
        known[key] = values
    return known[key]
