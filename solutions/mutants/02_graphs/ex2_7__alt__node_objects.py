def gradients(graph, values, output, rules):
    class Node:
        def __init__(self):
            self.grad, self.edges = 0.0, ()

        def hand_on(self):
            for other, slope in self.edges:
                other.grad = other.grad + self.grad * slope

    nodes = {name: Node() for name in values}
    nodes[output].grad = 1.0
    names = [*values]
    while names:
        name = names.pop()
        node = nodes[name]
        if name in graph:
            node.edges = [(nodes[source], slope) for source, slope in edges_into(graph, values, name, rules)]
        node.hand_on()
    return {name: node.grad for name, node in nodes.items()}
