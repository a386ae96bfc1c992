def topological_order(node):
    number, nodes = {id(node): 0}, [node]
    targets = []
    k = 0
    while k < len(nodes):
        row = []
        for after, _ in nodes[k].next_functions:
            if after is None:
                continue
            if id(after) not in number:
                number[id(after)] = len(nodes)
                nodes.append(after)
            row.append(number[id(after)])
        targets.append(row)
        k += 1
    users = np.zeros(len(nodes), dtype=int)
    for row in targets:
        for each in row:
            users[each] += 1
    order, ready = [], [0]
    while ready:
        k = ready.pop()
        order.append(nodes[k])
        for each in targets[k]:
            users[each] -= 1
            if users[each] == 0:
                ready.append(each)
    return order
