# law: mended
def failing(x):
    s = -x
    return s * s

def send_mended(node, g, grads):
    if not node.next_functions:
        grads[node] = grads.get(node, 0.0) + np.sum(g)
        return
    for (behind, _), part in zip(node.next_functions, node(g), strict=True):
        if behind is not None:
            send_mended(behind, part, grads)
