# law: mended
def failing(x):
    s = -x
    return s * s

def send_mended(node, g, grads):
    if not node.next_functions:
        if node in grads:
            grads[node] += g
        else:
            grads[node] = g
        return
    for (behind, _), part in zip(node.next_functions, node(g), strict=True):
        if behind is not None:
            # a node may hand on the very array that it was given
            send_mended(behind, np.array(part) if part is g else part, grads)
