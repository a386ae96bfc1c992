# law: mended
def failing(x):
    s = -x
    return s * s

def send_mended(node, g, grads):
    grads[node] = grads.get(node, 0.0) + g
    done = grads.get((node, "handed on"), 0.0)
    grads[node, "handed on"] = grads[node]
    parts = node(grads[node] - done) if node.next_functions else ()
    for (behind, _), part in zip(node.next_functions, parts, strict=True):
        if behind is not None:
            send_mended(behind, part, grads)
