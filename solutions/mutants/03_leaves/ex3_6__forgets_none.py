# law: mended
def failing(x):
    s = x.exp()
    return s + s


def send_mended(node, g, grads):
    grads[node] = grads.get(node, 0.0) + g
    parts = node(g) if node.next_functions else ()
    for (following, _), part in zip(node.next_functions, parts, strict=True):
        send_mended(following, part, grads)
