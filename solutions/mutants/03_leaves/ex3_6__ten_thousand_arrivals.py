# law: mended
def failing(x):
    s = -x
    return s * s

def send_mended(node, g, grads):
    todo = [(node, g)]
    for _ in range(10_000):
        if not todo:
            break
        here, came = todo.pop()
        grads[here] = grads.get(here, 0.0) + came
        if here.next_functions:
            for (behind, _), part in zip(here.next_functions, here(came)):
                if behind is not None:
                    todo.append((behind, part))
