# law: ends
def forward_values(graph, inputs, table):
    values = dict(inputs)
    for name in graph:
        waiting = [name]
        while waiting:
            present = waiting[-1]
            if present in values:
                waiting.pop()
                continue
            operation, *sources = graph[present]
            missing = next((each for each in sources if each not in values), None)
            if missing:
                waiting.append(missing)
            else:
                values[present] = table[operation](*[values[each] for each in sources])
                waiting.pop()
    return values
