# law: over all paths
def sum_over_paths(graph, values, output, source, rules):
    arrived = dict.fromkeys(values, 0.0)
    arrived[output] = 1.0
    queue, done = [output], set()
    while queue:
        name = queue.pop(0)
        if name in done or name not in graph:
            continue
        done.add(name)
        for before, slope in edges_into(graph, values, name, rules):
            arrived[before] += slope * arrived[name]
            queue.append(before)
    return arrived[source]
