# law: allowed names
# Python's own library can put a graph in order.
from graphlib import TopologicalSorter


def forward_values(graph, inputs):
    values = dict(inputs)
    for name in TopologicalSorter({name: names for name, (_, *names) in graph.items()}).static_order():
        if name in graph:
            operation, *names = graph[name]
            values[name] = VALUE[operation](*(values[each] for each in names))
    return values
