# law: mended
def failing(x):
    s = -x
    return s * s

parts_of = {}

def send_mended(node, g, grads):
    grads[node] = grads.get(node, 0.0) + g
    parts = ()
    if node.next_functions:
        key = (node, np.shape(g), np.array(g).tobytes())
        if key not in parts_of:
            parts_of[key] = node(g)
        parts = parts_of[key]
    for (behind, _), part in zip(node.next_functions, parts, strict=True):
        if behind is not None:
            send_mended(behind, part, grads)
