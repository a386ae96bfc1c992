import collections


def forward_values(graph, inputs, table):
    """A step is ready when none of its inputs is missing any more."""
    users, missing = {}, {}
    for name, (_, *names) in graph.items():
        missing[name] = len(names)
        for each in names:
            users.setdefault(each, []).append(name)
    values, known = collections.OrderedDict(inputs), collections.deque(inputs)
    while known:
        for user in users.get(known.popleft(), ()):
            missing[user] -= 1
            if missing[user] == 0:
                operation, *names = graph[user]
                values[user] = table[operation](*map(values.get, names))
                known.append(user)
    return values
