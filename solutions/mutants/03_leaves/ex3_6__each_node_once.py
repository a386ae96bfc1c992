# law: mended
def failing(x):
    s = x.exp()
    return s + s


def send_mended(node, g, grads):
    first = node not in grads
    grads[node] = grads.get(node, 0.0) + g
    if first and node.next_functions:
        for (behind, _), part in zip(node.next_functions, node(g), strict=True):
            if behind is not None:
                send_mended(behind, part, grads)
