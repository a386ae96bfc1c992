import collections


def gradients(graph, values, output, rules):
    """A node hands on when all the nodes that use it have done so."""
    waiting_for = collections.Counter(each for _, *inputs in graph.values() for each in inputs)
    grads = collections.Counter({name: 0.0 for name in values})
    grads[output] = 1.0
    ready = [name for name in values if not waiting_for[name]]
    while ready:
        name = ready.pop()
        for before, slope in edges_into(graph, values, name, rules) if name in graph else ():
            grads[before] += slope * grads[name]
            waiting_for[before] -= 1
            if not waiting_for[before]:
                ready.append(before)
    return grads
