import collections as the_collections
Counter = the_collections.Counter

def sum_over_paths(graph, values, output, source, rules):
    if source == output:
        return 1
    wave, total = {output: 1}, 0
    while wave:
        following = Counter()
        for name, factor in wave.items():
            if name not in graph:
                continue
            for before, slope in edges_into(graph, values, name, rules):
                following[before] += factor * slope
        total += following.pop(source, 0)
        wave = dict(following)
    return total
