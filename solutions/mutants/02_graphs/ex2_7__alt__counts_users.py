from collections import Counter, deque

def gradients(graph, values, output, rules):
    waits = Counter(each for _, *names in graph.values() for each in names)
    grads = Counter({name: 0 for name in values})
    grads[output] = 1
    ready = deque(name for name in values if not waits[name])
    while ready:
        name = ready.popleft()
        if name not in graph:
            continue
        for before, slope in edges_into(graph, values, name, rules):
            grads[before] += slope * grads[name]
            waits[before] -= 1
            if waits[before] == 0:
                ready.append(before)
    return grads
