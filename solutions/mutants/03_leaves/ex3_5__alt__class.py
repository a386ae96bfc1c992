class Walk:
    def __init__(self, order, g):
        self.order = tuple(order)
        self.sums = dict.fromkeys(map(id, order))
        self.arrive(order[0], g)

    def arrive(self, node, part):
        before = self.sums[id(node)]
        self.sums[id(node)] = np.array(part, dtype=float) if before is None else np.add(before, part)

    def collect(self, tensor, total):
        if tensor is None:
            return
        old = 0.0 if tensor.grad is None else tensor.grad.data
        tensor.grad = tape.Tensor(old + total)

    def hand_on(self, node, total):
        ways = node.next_functions
        if len(ways):
            for (after, _), part in zip(ways, node(total)):
                if after is not None:
                    self.arrive(after, part)

    def go(self):
        for node in self.order:
            total = self.sums[id(node)]
            self.collect(node.variable, total)
            self.hand_on(node, total)

def backward(order, g):
    Walk(order, g).go()
