def failing(x):
    half = 0.5 - x
    return half * half

def _paths(node, g):
    """Pairs (leaf's node, what one path brings there)."""
    if not node.next_functions:
        yield node, g
        return
    parts = node(g)
    for k, (behind, _) in enumerate(node.next_functions):
        if behind is not None:
            yield from _paths(behind, parts[k])

def send_mended(node, g, grads):
    for leaf, part in _paths(node, g):
        grads.update({leaf: grads.get(leaf, 0.0) + part})
