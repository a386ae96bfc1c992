# law: over all paths
def sum_over_paths(graph, values, output, source, rules):
    # A node that was seen is not entered again, although another path leads through it.
    seen = set()

    def follow(name):
        if name == source:
            return 1.0
        if name in seen or name not in graph:
            return 0.0
        seen.add(name)
        return sum(slope * follow(before) for before, slope in edges_into(graph, values, name, rules))

    return follow(output)
