def failing(x):
    s = x * x
    s = s + s
    return s

def send_mended(node, g, grads):
    travelling = [(node, g)]
    while travelling:
        here, came = travelling.pop()
        if here in grads:
            grads[here] = np.add(grads[here], came)
        else:
            grads[here] = np.array(came)
        if here.next_functions:
            ways = (behind for behind, _ in here.next_functions)
            travelling += [pair for pair in zip(ways, here(came)) if pair[0] is not None]
