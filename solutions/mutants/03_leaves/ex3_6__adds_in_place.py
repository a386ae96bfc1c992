# law: mended
def failing(x):
    s = x.exp()
    return s + s


def send_mended(node, g, grads):
    if node in grads:
        grads[node] += g
    else:
        grads[node] = g
    parts = node(g) if node.next_functions else ()
    for (following, _), part in zip(node.next_functions, parts, strict=True):
        if following is not None:
            send_mended(following, part, grads)
