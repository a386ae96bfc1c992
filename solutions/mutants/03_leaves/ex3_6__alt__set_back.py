def failing(x):
    s = x.cos()
    return s - s

def send_mended(node, g, grads):
    def take(here, part):
        grads[here] = grads.get(here, 0.0) + part
        if here.next_functions:
            # an inner node hands on all it has, and has nothing afterwards
            parts = here(grads[here])
            grads[here] = 0.0 * grads[here]
            for k in range(len(parts)):
                behind = here.next_functions[k][0]
                if behind is not None:
                    take(behind, parts[k])
    take(node, g)
