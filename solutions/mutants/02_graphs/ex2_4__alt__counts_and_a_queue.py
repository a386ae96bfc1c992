from collections import defaultdict, deque

def forward_values(graph, inputs, table):
    waits, users = {}, defaultdict(list)
    for name, (_, *names) in graph.items():
        waits[name] = len(names)
        for each in names:
            users[each].append(name)
    values, ready = {}, deque(inputs)
    while ready:
        name = ready.popleft()
        if name in inputs:
            values[name] = inputs[name]
        else:
            operation, *names = graph[name]
            values[name] = table[operation](*[values[each] for each in names])
        for user in users[name]:
            waits[user] -= 1
            if not waits[user]:
                ready.append(user)
    return values
