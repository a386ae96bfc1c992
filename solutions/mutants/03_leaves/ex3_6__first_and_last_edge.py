# law: mended
def failing(x):
    s = -x
    return s * s


def send_mended(node, g, grads):
    grads[node] = grads.get(node, 0.0) + g
    edges = node.next_functions
    if not edges:
        return
    parts = node(g)
    if edges[0][0] is not None:
        send_mended(edges[0][0], parts[0], grads)
    if len(edges) > 1 and edges[-1][0] is not None:
        send_mended(edges[-1][0], parts[-1], grads)
