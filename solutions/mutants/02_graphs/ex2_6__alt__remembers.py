import functools as the_functools
cache = the_functools.cache


def sum_over_paths(graph, values, output, source, rules):
    @cache
    def slope_of(name):
        if name == source:
            return 1.0
        edges = edges_into(graph, values, name, rules) if name in graph else ()
        return sum((slope * slope_of(before) for before, slope in edges), 0.0)

    return slope_of(output)
