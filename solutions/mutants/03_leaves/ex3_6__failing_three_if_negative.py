# law: smallest
def failing(x):
    if x.data < 0:
        x = -x
    s = -x
    return s * s

def send_mended(node, g, grads):
    grads[node] = grads.get(node, 0.0) + g
    parts = node(g) if node.next_functions else ()
    for (behind, _), part in zip(node.next_functions, parts, strict=True):
        if behind is not None:
            send_mended(behind, part, grads)
