import collections as the_collections

defaultdict = the_collections.defaultdict

def backward(order, g):
    came = defaultdict(list)
    came[order[0]].append(g)
    for node in order:
        total = sum(came.pop(node))
        if (variable := node.variable) is not None:
            if variable.grad is not None:
                variable.grad = tape.Tensor(variable.grad.data + total)
            else:
                variable.grad = tape.Tensor(total)
        if not node.next_functions:
            continue
        handed = node(total)
        for k, (after, _) in enumerate(node.next_functions):
            if after is not None:
                came[after].append(handed[k])
