def gradients(graph, values, output, rules):
    order = []

    def visit(name):
        if name not in order:
            for before in graph.get(name, ("input",))[1:]:
                visit(before)
            order.append(name)

    visit(output)
    grads = {name: 0.0 for name in values}
    grads[output] = 1.0
    while order:
        name = order.pop()
        for before, slope in edges_into(graph, values, name, rules) if name in graph else ():
            grads[before] = grads[before] + grads[name] * slope
    return grads
