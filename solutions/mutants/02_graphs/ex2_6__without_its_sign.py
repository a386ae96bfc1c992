# law: over all paths
def sum_over_paths(graph, values, output, source, rules):
    def along(name):
        if name == source:
            return 1.0
        if name not in graph:
            return 0.0
        return sum(slope * along(before) for before, slope in edges_into(graph, values, name, rules))

    return abs(along(output))
