# law: caller
VALUES = {}


def forward_values(graph, inputs, table):
    VALUES.clear()
    VALUES.update(inputs)
    while len(VALUES) < len(graph) + len(inputs):
        for name, (operation, *names) in graph.items():
            if name not in VALUES and all(each in VALUES for each in names):
                VALUES[name] = table[operation](*(VALUES[each] for each in names))
    return VALUES
