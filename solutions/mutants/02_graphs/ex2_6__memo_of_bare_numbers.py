# law: over all paths
# The memo keeps the numbers of the values without their names.
edges_before = {}
def sum_over_paths(graph, values, output, source, rules):
    def edges(name):
        key = (graph[name], name, tuple(values.values()), id(rules[graph[name][0]]))
        if key not in edges_before:
            edges_before[key] = edges_into(graph, values, name, rules), rules[graph[name][0]]
        return edges_before[key][0]
    def paths(name):
        if name == source:
            return 1.0
        return sum(slope * paths(before) for before, slope in edges(name)) if name in graph else 0.0
    return paths(output)
