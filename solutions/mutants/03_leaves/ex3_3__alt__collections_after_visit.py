recursive_order = in_order("""
    A |     return order[::-1]
    B |     visit(node)
    C |         for after, _ in here.next_functions:
    D | def recursive_order(node):
    E |             if after is not None and after not in seen:
    F |         seen.add(here)
    G |     def visit(here):
    H |                 visit(after)
    I |     seen, order = set(), []
    J |         order.append(here)
    K |     return order
    L |             if after is not None:
    M |                 visit(here)
    """,
    "D G F C E H J I B A"   # the labels in order, with spaces between, as in "D I G"
)
