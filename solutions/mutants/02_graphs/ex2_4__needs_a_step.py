# law: ends
def forward_values(graph, inputs, table):
    # Begins with the last entry, which an empty graph does not have.
    values, waiting = dict(inputs), list(graph)
    while True:
        name = waiting.pop()
        operation, *names = graph[name]
        if all(each in values for each in names):
            values[name] = table[operation](*(values[each] for each in names))
        else:
            waiting.insert(0, name)
        if not waiting:
            return values
