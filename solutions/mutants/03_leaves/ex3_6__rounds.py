# law: mended
def failing(x):
    s = x * x
    return s * s

def send_mended(node, g, grads):
    grads[node] = np.round(grads.get(node, 0.0) + g, 8)
    parts = node(g) if node.next_functions else ()
    for (behind, _), part in zip(node.next_functions, parts, strict=True):
        if behind is not None:
            send_mended(behind, part, grads)
