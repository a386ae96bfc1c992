# law: once
def gradients(graph, values, output, rules):
    # path_recursion: right, and a million walks on a ladder of twenty diamonds.
    grads = dict.fromkeys(values, 0.0)

    def arrive(name, gradient):
        grads[name] += gradient
        if name in graph:
            for before, slope in edges_into(graph, values, name, rules):
                arrive(before, slope * gradient)

    arrive(output, 1.0)
    return grads
