# law: mended
def failing(x):
    s = x.exp()
    return s + s


def send_mended(node, g, grads):
    grads[node] = grads.get(node, 0.0) + g
    if node.next_functions:
        if ("parts", node) not in grads:
            grads["parts", node] = node(g)
        for (following, _), part in zip(node.next_functions, grads["parts", node], strict=True):
            if following is not None:
                send_mended(following, part, grads)
