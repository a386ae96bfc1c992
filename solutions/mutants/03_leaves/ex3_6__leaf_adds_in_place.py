# law: mended
def failing(x):
    s = -x
    return s * s

def send_mended(node, g, grads):
    if node.next_functions:
        for (behind, _), part in zip(node.next_functions, node(g), strict=True):
            if behind is not None:
                send_mended(behind, part, grads)
    elif node in grads:
        grads[node] += g
    else:
        grads[node] = g
