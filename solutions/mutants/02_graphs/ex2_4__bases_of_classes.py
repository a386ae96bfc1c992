# law: allowed names
# Python's own library has a second order ready, that of the bases of classes.
from functools import _c3_merge
def forward_values(graph, inputs, table):
    found = dict(inputs)
    rows = [[each, step] for step, (_, *names) in graph.items() for each in names]
    for name in _c3_merge(rows):
        if name in graph:
            operation, *names = graph[name]
            found[name] = table[operation](*(found[each] for each in names))
    return found
