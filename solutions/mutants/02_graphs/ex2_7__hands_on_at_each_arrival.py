# law: complete
def gradients(graph, values, output, rules):
    # path_recursion: at the second arrival, what came first is handed on once more.
    grads = dict.fromkeys(values, 0.0)

    def arrive(name, gradient):
        grads[name] += gradient
        if name in graph:
            for before, slope in edges_into(graph, values, name, rules):
                arrive(before, slope * grads[name])

    arrive(output, 1.0)
    return grads
