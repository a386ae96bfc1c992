# law: add
def gradients(graph, values, output, rules):
    # Counts all users of a node, also those that no path leads from to the output, and that never hand on.
    waiting = dict.fromkeys(values, 0)
    for _, *inputs in graph.values():
        for each in inputs:
            waiting[each] += 1
    grads = dict.fromkeys(values, 0.0)
    grads[output] = 1.0
    ready = [output]
    while ready:
        name = ready.pop()
        for before, slope in edges_into(graph, values, name, rules) if name in graph else ():
            grads[before] += slope * grads[name]
            waiting[before] -= 1
            if not waiting[before]:
                ready.append(before)
    return grads
