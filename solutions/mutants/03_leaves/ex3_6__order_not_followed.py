# law: mended
def failing(x):
    s = x.exp()
    return s * s

def send_mended(node, g, grads):
    last, queue = {node: None}, [node]
    for here in queue:
        for behind, _ in here.next_functions:
            if behind is not None:
                if behind in last:
                    del last[behind]
                else:
                    queue.append(behind)
                last[behind] = None
    grads[node] = g
    for here in last:
        if here.next_functions:
            for (behind, _), part in zip(here.next_functions, here(grads.get(here, 0.0)), strict=True):
                if behind is not None:
                    grads[behind] = grads.get(behind, 0.0) + part
