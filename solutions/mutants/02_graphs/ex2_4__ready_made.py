# law: allowed names
# Python's own library can put a graph in order.
from graphlib import TopologicalSorter


def forward_values(graph, inputs, table):
    values = dict(inputs)
    for name in TopologicalSorter({name: names for name, (_, *names) in graph.items()}).static_order():
        if name in graph:
            operation, *names = graph[name]
            values[name] = table[operation](*(values[each] for each in names))
    return values
