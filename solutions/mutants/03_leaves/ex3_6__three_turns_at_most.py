# law: mended
def failing(x):
    s = -x
    return s - s

def send_mended(node, g, grads, turns=None):
    turns = {} if turns is None else turns
    turns[node] = turns.get(node, 0) + 1
    grads[node] = grads.get(node, 0.0) + g
    if turns[node] > 3 and node.next_functions:   # a guard: no node is walked for ever
        return
    parts = node(g) if node.next_functions else ()
    for (behind, _), part in zip(node.next_functions, parts, strict=True):
        if behind is not None:
            send_mended(behind, part, grads, turns)
