import collections as the_collections

defaultdict = the_collections.defaultdict


class Waiting(defaultdict):
    def __init__(self):
        super().__init__(lambda: tape.Tensor(0.0))


def collect(tensor, total):
    tensor.grad = total if tensor.grad is None else tensor.grad + total


def backward(order, g):
    waiting = Waiting()
    waiting[order[0]] = tape.Tensor(g)
    for node in order:
        total = waiting[node]
        if node.variable is not None:
            collect(node.variable, total)
        if len(node.next_functions) > 0:
            for edge, part in zip(node.next_functions, node(total.data)):
                if edge[0] is not None:
                    waiting[edge[0]] = waiting[edge[0]] + tape.Tensor(part)
