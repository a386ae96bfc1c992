# law: allowed names
def gradients(graph, values, output, rules):
    # Every edge becomes a product in mg, whose backward() makes the pass.
    nodes = {}
    for name in values:
        total = mg.tensor(np.array(0.0), requires_grad=True)
        if name in graph:
            for before, slope in edges_into(graph, values, name, rules):
                total = total + float(slope) * nodes[before]
            total.retain_grad()
        nodes[name] = total
    nodes[output].backward()
    return {name: 0.0 if node.grad is None else node.grad.item() for name, node in nodes.items()}
