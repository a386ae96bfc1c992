# law: names
def forward_values(graph, inputs, table):
    # Asks for the type of a number, where it should ask whether there is one.
    values = {name: number for name, number in inputs.items() if isinstance(number, float)}
    for _ in graph:
        for name, (operation, *names) in graph.items():
            if name not in values and all(each in values for each in names):
                values[name] = table[operation](*(values[each] for each in names))
    return values
