# law: mended
def failing(x):
    s = -x
    return s * s


def send_mended(node, g, grads, turns=None):
    turns = {} if turns is None else turns
    grads[node] = grads.get(node, 0.0) + g
    turns[node] = turns.get(node, 0) + 1
    parts = node(grads[node] / turns[node]) if node.next_functions else ()
    for (behind, _), part in zip(node.next_functions, parts, strict=True):
        if behind is not None:
            send_mended(behind, part, grads, turns)
