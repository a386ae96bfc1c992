# law: allowed names
def topological_order(node):
    behind, todo = {}, [node]
    while todo:
        here = todo.pop()
        if here not in behind:
            behind[here] = [after for after, _ in here.next_functions if after is not None]
            todo += behind[here]
    seen, order = set(), []

    def visit(here):
        seen.add(here)
        for after in behind[here]:
            if after not in seen:
                visit(after)
        order.append(here)

    visit(node)
    return order[::-1]
