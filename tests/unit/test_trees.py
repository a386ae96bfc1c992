"""Threads may read Python at the same time."""

import ast
import gc
import time
from concurrent.futures import ThreadPoolExecutor

from autograder import trees

SOURCE = "\n".join(f"def f{n}(x):\n    return [[x + {n}, (x, {{x: {n}}})] for x in range({n})]" for n in range(60))


def test_threads_may_parse_and_compile_at_once():
    """Python 3.11 counts the depth of a tree for all threads together, and a collection may let another one run."""

    def work(_):
        return ast.dump(trees.parsed(SOURCE)), trees.compiled(trees.parsed(SOURCE), "<cell>").co_names

    def let_another_run(phase, info):
        time.sleep(0.0005)

    threshold = gc.get_threshold()
    gc.callbacks.append(let_another_run)
    gc.set_threshold(50)
    try:
        with ThreadPoolExecutor(4) as pool:
            made = list(pool.map(work, range(8)))
    finally:
        gc.set_threshold(*threshold)
        gc.callbacks.remove(let_another_run)
    assert all(each == made[0] for each in made)
