# law: mended
def failing(x):
    s = -x
    return s * s

def send_mended(node, g, grads):
    grads[node] = grads.get(node, 0.0) + g
    if node is None or not node.next_functions:
        return
    for (behind, _), part in zip(node.next_functions, node(g), strict=True):
        send_mended(behind, 0.0 if part is None else part, grads)
