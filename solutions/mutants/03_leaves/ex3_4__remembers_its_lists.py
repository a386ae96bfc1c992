# law: new
import functools as the_functools
lru_cache = the_functools.lru_cache

@lru_cache(maxsize=None)
def topological_order(node):
    order, known, stack = [], set(), [(node, False)]
    while stack:
        here, way_out = stack.pop()
        if way_out:
            order.append(here)
        elif here not in known:
            known.add(here)
            stack.append((here, True))
            stack.extend((after, False) for after, _ in here.next_functions if after is not None)
    order.reverse()
    return order
