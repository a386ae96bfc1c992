# law: as computed
def forward_values(graph, inputs, table):
    values, depth = dict(inputs), dict.fromkeys(inputs, 0)

    def compute(name):
        if name in values:
            return
        operation, *names = graph[name]
        for each in names:
            compute(each)
        values[name] = table[operation](*[values[each] for each in names])
        depth[name] = 1 + max(depth[each] for each in names)

    for name in graph:
        compute(name)
    return {name: values[name] for name in sorted(values, key=depth.get)}
