# law: deep
def topological_order(node):
    seen, order = set(), []

    def loop(start):
        stack = [(start, False)]
        while stack:
            here, done = stack.pop()
            if done:
                order.append(here)
            elif here not in seen:
                seen.add(here)
                stack.append((here, True))
                stack += [(after, False) for after, _ in here.next_functions if after is not None]

    def visit(again, here, depth):
        if here in seen:
            return
        if depth > 150:
            loop(here)
            return
        seen.add(here)
        for after, _ in here.next_functions:
            if after is not None:
                again(again, after, depth + 1)
        order.append(here)

    visit(visit, node, 0)
    return order[::-1]
