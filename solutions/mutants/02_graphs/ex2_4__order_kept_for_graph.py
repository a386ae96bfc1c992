# law: names
orders = []   # pairs of a graph and the order found for it


def order_of(graph, inputs):
    for known, order in orders:
        if known is graph:
            return order
    order, there = [], set(inputs)
    while len(order) < len(graph):
        for name in graph:
            if name not in there and there.issuperset(graph[name][1:]):
                order.append(name)
                there.add(name)
    orders.append((graph, order))
    return order


def forward_values(graph, inputs, table):
    values = dict(inputs)
    for name in order_of(graph, inputs):
        operation, *sources = graph[name]
        values[name] = table[operation](*[values[each] for each in sources])
    return values
