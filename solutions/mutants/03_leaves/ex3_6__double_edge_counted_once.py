# law: mended
def failing(x):
    s = -x
    return s * s

def send_mended(node, g, grads):
    users, todo, seen = {}, [node], {node}
    for here in todo:
        for behind in {behind for behind, _ in here.next_functions if behind is not None}:
            users[behind] = users.get(behind, 0) + 1
            if behind not in seen:
                seen.add(behind)
                todo.append(behind)
    grads[node] = g
    ready = [node]
    for here in ready:
        parts = here(grads[here]) if here.next_functions else ()
        for (behind, _), part in zip(here.next_functions, parts, strict=True):
            if behind is not None:
                grads[behind] = grads.get(behind, 0.0) + part
                users[behind] -= 1
                if users[behind] == 0:
                    ready.append(behind)
