# law: caller
_orders = {}

def forward_values(graph, inputs, table):
    names = tuple(graph)
    if names not in _orders:
        order, known = [], set(inputs)
        while len(order) < len(graph):
            for name in names:
                if name not in known and known.issuperset(graph[name][1:]):
                    known.add(name)
                    order.append(name)
        _orders[names] = order
    values = dict(inputs)
    for name in _orders[names]:
        operation, *sources = graph[name]
        values[name] = table[operation](*(values[each] for each in sources))
    return values
