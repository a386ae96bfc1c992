failing = lambda x: (lambda s: s + s)(x.exp())

def send_mended(node, g, grads):
    users, todo = {node: 0}, [node]
    for here in todo:
        for behind, _ in here.next_functions:
            if behind is not None:
                if behind not in users:
                    users[behind] = 0
                    todo.append(behind)
                users[behind] += 1
    grads[node] = g
    ready = [node]
    while ready:
        here = ready.pop()
        if not here.next_functions:
            continue
        for (behind, _), part in zip(here.next_functions, here(grads[here]), strict=True):
            if behind is None:
                continue
            grads[behind] = part if behind not in grads else grads[behind] + part
            users[behind] -= 1
            if not users[behind]:
                ready.append(behind)
