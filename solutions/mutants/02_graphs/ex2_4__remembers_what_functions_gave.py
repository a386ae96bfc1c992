# law: once
# A function that was called with these numbers is not called again.
known = {}
def forward_values(graph, inputs, table):
    values = dict(inputs)
    while len(values) < len(graph) + len(inputs):
        for name, (operation, *names) in graph.items():
            if name not in values and all(each in values for each in names):
                numbers = tuple(values[each] for each in names)
                key = (id(table[operation]), name, numbers)
                if key not in known:
                    known[key] = table[operation], table[operation](*numbers)
                values[name] = known[key][1]
    return values
