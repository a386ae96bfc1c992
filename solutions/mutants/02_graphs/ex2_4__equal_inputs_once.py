# law: value
def forward_values(graph, inputs, table):
    # A set of names: two edges from one node become one.
    values = dict(inputs)
    while len(values) < len(graph) + len(inputs):
        for name, (operation, *names) in graph.items():
            if name not in values and all(each in values for each in names):
                numbers = [values[each] for each in dict.fromkeys(names)]
                values[name] = table[operation](*numbers) if len(numbers) == len(names) else numbers[0]
    return values
