# law: over all paths
def sum_over_paths(graph, values, output, source, rules):
    seen = set()

    def along(name):
        if name == source:
            return 1.0
        if name not in graph or name in seen:
            return 0.0
        seen.add(name)
        return sum(slope * along(before) for before, slope in edges_into(graph, values, name, rules))

    return along(output)
