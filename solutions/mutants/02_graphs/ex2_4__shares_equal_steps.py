# law: once
def forward_values(graph, inputs, table):
    values, known = dict(inputs), {}
    while len(values) < len(graph) + len(inputs):
        for name, (operation, *names) in graph.items():
            if name not in values and all(each in values for each in names):
                step = (operation, *(values[each] for each in names))
                if step not in known:
                    known[step] = table[operation](*step[1:])
                values[name] = known[step]
    return values
