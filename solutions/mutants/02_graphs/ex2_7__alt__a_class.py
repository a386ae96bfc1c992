class Pass:
    def __init__(self, graph, values, rules):
        self.edges = {name: edges_into(graph, values, name, rules) for name in graph}
        self.grads = {name: 0.0 for name in values}

    def back_from(self, output):
        self.grads[output] = 1.0
        for name in reversed(list(self.grads)):
            self.hand_on(name)
        return self.grads

    def hand_on(self, name):
        for before, slope in self.edges.get(name, ()):
            self.grads[before] += slope * self.grads[name]


def gradients(graph, values, output, rules):
    return Pass(graph, values, rules).back_from(output)
