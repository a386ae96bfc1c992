from collections import Counter, deque

def topological_order(node):
    behind, todo = {}, [node]
    for here in todo:
        if here in behind:
            continue
        behind[here] = [after for after, _ in here.next_functions if after is not None]
        todo.extend(behind[here])
    waiting = Counter(after for afters in behind.values() for after in afters)
    order, ready = [], deque([node])
    while ready:
        here = ready.popleft()
        order.append(here)
        for after in behind[here]:
            waiting[after] -= 1
            if waiting[after] == 0:
                ready.append(after)
    return order
