# law: once
def forward_values(graph, inputs, table):
    # Within one walk nothing is computed twice, but each walk begins anew.
    def value(name, known):
        if name not in known:
            operation, *names = graph[name]
            known[name] = table[operation](*[value(each, known) for each in names])
        return known[name]

    order = []

    def place(name):
        if name not in order and name not in inputs:
            for each in graph[name][1:]:
                place(each)
            order.append(name)

    for name in graph:
        place(name)
    return inputs | {name: value(name, dict(inputs)) for name in order}
