# law: allowed names
def topological_order(node):
    seen, order = set(), []

    def visit(here):
        seen.add(here)
        for after, _ in here.next_functions:
            if after is not None and after not in seen:
                visit(after)
        order.append(here)

    visit(node)
    return order[::-1]
