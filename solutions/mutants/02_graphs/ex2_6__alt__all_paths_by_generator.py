from math import fsum, prod

def sum_over_paths(graph, values, output, source, rules):
    def paths(name):
        """For each path from source to this node the list of its factors."""
        if name == source:
            yield []
        elif name in graph:
            for before, slope in edges_into(graph, values, name, rules):
                for path in paths(before):
                    yield [*path, slope]

    return fsum(prod(path) for path in paths(output))
