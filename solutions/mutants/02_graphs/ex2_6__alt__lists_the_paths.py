import math


def sum_over_paths(graph, values, output, source, rules):
    def paths(name):
        """All paths from the source to this node, each as the list of its slopes."""
        if name == source:
            yield []
        elif name in graph:
            operation, *inputs = graph[name]
            slopes = rules[operation](*map(values.get, inputs))
            for each, slope in zip(inputs, slopes):
                for path in paths(each):
                    yield [*path, slope]

    return sum(map(math.prod, paths(output)))
