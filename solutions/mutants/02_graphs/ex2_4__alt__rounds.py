def forward_values(graph, inputs, table):
    values = dict(inputs)
    missing = dict(graph)
    while missing:
        for name, (operation, *names) in list(missing.items()):
            if all(each in values for each in names):
                values[name] = table[operation](*[values[each] for each in names])
                del missing[name]
    return values
