class Values(dict):
    """Computes a step when it is first asked for."""

    def __init__(self, graph, inputs, table):
        super().__init__(inputs)
        self.graph, self.table = graph, table

    def __missing__(self, name):
        operation, *names = self.graph[name]
        numbers = [self[each] for each in names]
        self[name] = self.table[operation](*numbers)
        return self[name]


def forward_values(graph, inputs, table):
    values = Values(graph, inputs, table)
    for name in graph:
        values[name]
    return values
