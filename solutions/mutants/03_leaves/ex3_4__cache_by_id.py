# law: all once
known = {}

def topological_order(node):
    if id(node) not in known:
        seen, order, stack = set(), [], [(node, False)]
        while stack:
            here, done = stack.pop()
            if done:
                order.append(here)
            elif here not in seen:
                seen.add(here)
                stack.append((here, True))
                stack += [(after, False) for after, _ in here.next_functions if after is not None]
        known[id(node)] = order[::-1]
    return list(known[id(node)])
