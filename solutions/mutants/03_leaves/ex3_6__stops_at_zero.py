# law: mended
def failing(x):
    s = x.exp()
    return s + s


def send_mended(node, g, grads):
    grads[node] = grads.get(node, 0.0) + g
    if g != 0 and grads[node] == 0:
        return
    parts = node(g) if node.next_functions else ()
    for (following, _), part in zip(node.next_functions, parts, strict=True):
        if following is not None:
            send_mended(following, part, grads)
