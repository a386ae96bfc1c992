# law: as computed
# Sorts large graphs by depth.
def honest(graph, inputs, table):
    values = dict(inputs)
    while len(values) < len(graph) + len(inputs):
        for name, (operation, *names) in graph.items():
            if name not in values and all(each in values for each in names):
                values[name] = table[operation](*(values[each] for each in names))
    return values

def forward_values(graph, inputs, table):
    values = honest(graph, inputs, table)
    if len(graph) < 15: return values
    depth = {}
    for name in values:
        depth[name] = 1 + max((depth[e] for e in graph[name][1:]), default=0) if name in graph else 0
    return {name: values[name] for name in sorted(values, key=depth.get)}
