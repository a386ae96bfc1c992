# law: allowed names
def sum_over_paths(graph, values, output, source, rules):
    # Every edge becomes a product in mg, whose backward() sums over the paths.
    nodes = {}

    def node(name):
        if name not in nodes:
            total = mg.tensor(np.array(0.0), requires_grad=True)
            if name in graph and name != source:
                for before, slope in edges_into(graph, values, name, rules):
                    total = total + float(slope) * node(before)
            nodes[name] = total
        return nodes[name]

    start = node(source)
    node(output).backward()
    return 0.0 if start.grad is None else start.grad.item()
