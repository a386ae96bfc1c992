"""A learner's kernel and the judge say the same of answers that do what copies between two processes would hide."""

import pytest
from judging import dedent, make_master, submission

from autograder.authoring.mutants import one_kernel
from autograder.judge.verdict import FULL

KIT = "import numpy as np\nfrom autograder.kit import close, same, raises, learner, learner_side"

# the answer, cells of the learner's own, the test, and whether both accept it
CASES = {
    "empties the graph that it is given": (
        "def names(graph):\n    return [graph.popitem()[0] for _ in range(len(graph))][::-1]",
        (),
        """
        graph = {"s": ("a", "b"), "p": ("s", "s")}
        found = names(graph)
        same([name for name in found if name in graph], ["s", "p"], "names: each name of the graph")
        same(names(graph), ["s", "p"], "names: each name of the graph", about="again")
        """,
        True,
    ),
    "empties what is held on its side": (
        "def names(graph):\n    return [graph.popitem()[0] for _ in range(len(graph))][::-1]",
        (),
        """
        graph = learner.hold({"s": ("a", "b")})
        names(graph)
        same(learner.eval("len(graph)", graph=graph), 1, "caller: the graph stays as it was")
        """,
        False,
    ),
    "writes into an array, deep in a list": (
        "def total(rows):\n    rows[0] += 1\n    return float(rows[0].sum())",
        (),
        """
        row = np.zeros(3)
        close(total([row]), 3.0, "sum: of the first row and one")
        close(row, np.zeros(3), "row: is as it was")
        close(total(rows=[row]), 3.0, "sum: of the first row and one", about="again")
        """,
        True,
    ),
    "keeps a list that the test goes on filling": (
        "class Kept:\n    def __init__(self, items):\n        self.items = items\n"
        "    def count(self):\n        return len(self.items)",
        (),
        """
        items = [1]
        kept = Kept(items)
        items.append(2)
        same(kept.count(), 1, "count: of the items that it was given")
        """,
        True,
    ),
    "is given a list by code on its own side": (
        "def keep(items, item):\n    items.append(item)",
        (),
        """
        @learner_side
        def put(items, item):
            items.append(item)


        @learner_side
        def filled(keep, put, items):
            keep(items, 1)
            put(items, 2)
            return len(items)


        items = []
        same(filled(keep, put, items), 2, "keep: it is put in")
        same(items, [], "items: the test's own")
        """,
        True,
    ),
    "stands beside a cell that takes names": (
        "def double(x):\n    return 2 * x",
        ("sum = len = list = 0", "close = plain = None"),
        """
        same(len(list(range(3))), 3, "three: are three")
        close(double(sum([1.0, 2.0])), 6.0, "twice: double(x) is 2x")
        """,
        True,
    ),
    "swallows a check that fails inside it": (
        "def call(f):\n    try:\n        f()\n    except BaseException:\n        pass",
        (),
        """
        call(lambda: same(1, 2, "inner: one is two"))
        same(1, 1, "outer: one is one")
        """,
        False,
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_one_kernel_and_the_judge_agree(judge, case):
    answer, extra, test, accepted = CASES[case]
    master = make_master(test, given=KIT)
    cells = submission(master, answer, *map(dedent, extra))
    [there] = judge.grade(master, cells, b"seed").cells
    outcome, law, visible = one_kernel.run(master, cells)["ex1_test"]
    assert (there.outcome in FULL, outcome in FULL) == (accepted, accepted), (there, outcome)
    assert accepted or (law, visible) == (there.law, there.visible)
