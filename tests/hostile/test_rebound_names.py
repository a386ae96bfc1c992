"""Whatever a learner binds, code of the test on the learner's side has names of its own: `len`, given helpers, all."""

import pytest
from judging import judged

GIVEN = """
import numpy as np
OFFSET = 1
def height(node):
    return len(node) + OFFSET
class Node(list):
    @property
    def size(self):
        return height(self)
"""
TEST = """
@learner_side
def sizes(grow):
    node = grow(Node([1, 2]))
    return [node.size, len(list(range(len(node)))), sum(node), height(node)]
same(sizes(grow), [4, 3, 6, 4], "grow: one more entry, the sum of the others")
"""
RIGHT = "def grow(node):\n    return type(node)([*node, 3])"
WRONG = "def grow(node):\n    return node"
REBOUND = {
    "len": "len = lambda x: 3",
    "list": "class list(list):\n    def __len__(self): return 3",
    "sum": "sum = lambda x: 6",
    "range": "range = lambda n: [1, 2, 3]",
    "a given function": "def height(node):\n    return 4",
    "a given class": """
class Node(list):
    size = 4
    __len__ = lambda self: 3
    __iter__ = lambda self: iter([1, 2, 3])""",
    "a given constant": "OFFSET = 2",
    "everything": "len = lambda x: 3\nsum = lambda x: 6\nrange = lambda n: [1, 2, 3]\nheight = lambda x: 4\nOFFSET = 2",
}


@pytest.mark.parametrize("cell", REBOUND.values(), ids=REBOUND)
def test_a_rebound_name_earns_nothing(judge, cell):
    verdict = judged(judge, WRONG, TEST, given=GIVEN, extra=[cell])
    assert (verdict.outcome, verdict.points) == ("wrong", 0), verdict


@pytest.mark.parametrize("cell", REBOUND.values(), ids=REBOUND)
def test_an_honest_answer_beside_a_rebound_name_keeps_its_points(judge, cell):
    assert judged(judge, RIGHT, TEST, given=GIVEN, extra=[cell]).outcome == "right"


def test_a_builtin_patched_in_its_module_is_not_the_tests(judge):
    cell = "import builtins\nbuiltins.len = lambda x: 3\nbuiltins.sum = lambda x: 6"
    assert judged(judge, WRONG, TEST, given=GIVEN, extra=[cell]).outcome == "wrong"
    assert judged(judge, RIGHT, TEST, given=GIVEN, extra=[cell]).outcome == "right"


def test_an_earlier_answer_does_not_reach_the_tests_code(judge):
    test = TEST.replace("height(node)]", "helper(node)]")
    verdict = judged(judge, "def helper(node):\n    return 4\n" + RIGHT, test, given=GIVEN)
    assert (verdict.points, verdict.outcome) == (0, "wrong") and "pass it in as an argument" in verdict.message
