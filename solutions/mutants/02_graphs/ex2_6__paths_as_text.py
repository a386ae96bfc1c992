# law: along a path
def sum_over_paths(graph, values, output, source, rules):
    paths, total = [(output, 1.0)], 0.0
    while paths:
        path, product = paths.pop()
        name = path.split("<")[-1]
        if path.endswith(source):
            total += product
        elif name in graph:
            for before, slope in edges_into(graph, values, name, rules):
                paths.append((path + "<" + before, product * slope))
    return total
