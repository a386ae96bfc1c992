# law: mended
def failing(x):
    s = -x
    return s * s

def send_mended(node, g, grads, shape=None):
    shape = np.shape(g) if shape is None else shape
    grads[node] = grads.get(node, np.zeros(shape)) + g
    parts = node(g) if node.next_functions else ()
    for (behind, _), part in zip(node.next_functions, parts, strict=True):
        if behind is not None:
            send_mended(behind, part, grads, shape)
