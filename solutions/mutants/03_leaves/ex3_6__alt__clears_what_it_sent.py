def failing(x):
    half = x / 2
    return half - half


def send_mended(node, g, grads):
    total = grads.pop(node, 0) + g
    if not node.next_functions:
        grads[node] = total
        return
    followers = [edge[0] for edge in node.next_functions]
    for place, part in enumerate(node(np.array(total))):
        if followers[place] is not None:
            send_mended(followers[place], part, grads)
