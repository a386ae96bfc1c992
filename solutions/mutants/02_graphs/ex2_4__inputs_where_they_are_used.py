# law: order
def forward_values(graph, inputs, table):
    values = {}

    def visit(name):
        if name in values:
            return
        if name in graph:
            operation, *names = graph[name]
            for each in names:
                visit(each)
            values[name] = table[operation](*(values[each] for each in names))
        else:
            values[name] = inputs[name]

    for name in [*graph, *inputs]:
        visit(name)
    return values
