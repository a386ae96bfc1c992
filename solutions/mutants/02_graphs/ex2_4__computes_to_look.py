# law: once
def forward_values(graph, inputs, table):
    # Computes a step to see whether it can be computed.
    values = dict(inputs)

    def attempt(name):
        operation, *names = graph[name]
        try:
            return table[operation](*(values[each] for each in names))
        except KeyError:
            return None

    while len(values) < len(graph) + len(inputs):
        for name in graph:
            if name not in values and attempt(name) is not None:
                values[name] = attempt(name)
    return values
