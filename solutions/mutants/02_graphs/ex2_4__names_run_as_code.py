# law: ends
def forward_values(graph, inputs, table):
    values = dict(inputs)
    left = list(graph)
    while left:
        for name in list(left):
            operation, *names = graph[name]
            if all(each in values for each in names):
                call = f"table['{operation}']({', '.join(names)})"
                values[name] = eval(call, {"table": table, **values})
                left.remove(name)
    return values
