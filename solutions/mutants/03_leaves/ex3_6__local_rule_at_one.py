# law: mended
# the rule is asked at one number, whatever the shape
def failing(x):
    s = -x
    return s * s

def send_mended(node, g, grads):
    grads[node] = grads.get(node, 0.0) + g
    parts = node(np.array(1.0)) if node.next_functions else ()      # the local derivatives
    for (behind, _), part in zip(node.next_functions, parts, strict=True):
        if behind is not None:
            send_mended(behind, part * g, grads)
