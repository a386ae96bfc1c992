"""An exercise that asks for loops only is not solved by recursion, wherever it runs and whoever makes room for it."""

from dataclasses import replace

import pytest
from judging import make_master, submission, with_sites

GIVEN = "from autograder.kit import same"
TEST = "same(total(3_000), 4_501_500, 'total: the sum of all whole numbers up to n')"
HIDDEN = "same(total(4_000), 8_002_000, 'total: the sum of all whole numbers up to n')"
RIGHT = "def total(n):\n    found = 0\n    while n:\n        found, n = found + n, n - 1\n    return found"
OUT = ("recursion", "sys.setrecursionlimit")
SUM = "def again(n):\n    return n + globals()['ag' + 'ain'](n - 1) if n else 0\n"
LIFT = "getattr(sys, 'setrecursion' + 'limit')"
ANSWER = "def total(n):\n    return asked(n)"

# Each is a cell of the learner's own that makes `asked`, which leads to `again` by a way that no source shows.
ATTACKS = {
    "by what the hook leads to": f"""
import sys
{SUM}
def asked(n):
    for cell in getattr(sys.getprofile(), "__closure__", ()):
        if hasattr(cell.cell_contents, "_depth"):
            cell.cell_contents._depth = None
    sum_of = lambda low, high: sum(map(again, [0] * 0), 0) or sum(range(low, high))
    return again(30) - 465 + sum_of(0, n + 1)""",
    "in a thread, the limit lifted by a library": f"""
import sys, threading
from matplotlib.cbook import CallbackRegistry
{SUM}
def through(function, argument):
    registry = CallbackRegistry(exception_handler=None, signals=None)
    registry.connect("it", function)
    registry.process("it", argument)
def asked(n):
    through({LIFT}, 60_000)
    threading.stack_size(256 * 2**20)
    found = []
    thread = threading.Thread(target=lambda: found.append(again(n)))
    thread.start()
    thread.join()
    threading.stack_size(0)
    return found[0]""",
    "the limit lifted by a library": f"""
import sys
from matplotlib.cbook import CallbackRegistry
{SUM}
def asked(n):
    registry = CallbackRegistry(exception_handler=None, signals=None)
    registry.connect("it", {LIFT})
    registry.process("it", 60_000)
    return again(n)""",
    "the limit lifted by a builtin": f"""
import sys
{SUM}
def asked(n):
    list(map({LIFT}, [60_000]))
    return again(n)""",
    "the limit lifted by the kit": f"""
import functools, sys
from autograder.kit.predict import outcome
{SUM}
def asked(n):
    outcome(functools.partial({LIFT}, 60_000))
    return again(n)""",
    "each few hundred calls in a thread of their own": """
import threading
def again(n):
    if n % 300 or not n:
        return n + globals()['ag' + 'ain'](n - 1) if n else 0
    return n + asked(n - 1)
def asked(n):
    found = []
    thread = threading.Thread(target=lambda: found.append(again(n)))
    thread.start()
    thread.join()
    return found[0]""",
    "in a thread that waits for it": f"""
import queue, sys, threading
{SUM}
orders, found = queue.Queue(), queue.Queue()
def work():
    while True:
        n = orders.get()
        {LIFT}(60_000)
        found.put(again(n))
threading.stack_size(256 * 2**20)
threading.Thread(target=work, daemon=True).start()
threading.stack_size(0)
def asked(n):
    orders.put(n)
    return found.get()""",
    "a few calls deep, by a key that is missing": """
class Sums(dict):
    deep = 0
    def __missing__(self, n):
        if self.deep == 5:
            raise LookupError(n)
        self.deep += 1
        self[n] = n + (self[n - 1] if n else 0)
        self.deep -= 1
        return self[n]
def asked(n):
    sums, todo = Sums(), [n]
    while todo:
        sums.deep = 0
        try:
            found = sums[todo[-1]]
            todo.pop()
        except LookupError as far:
            todo.append(far.args[0])
    return found""",
    "a few calls deep, by a builtin and a dictionary": """
known = {-1: 0}
def again(n, deep):
    if n not in known:
        if deep == 5:
            raise LookupError(n)
        known[n] = n + next(map(hands["on"], [n - 1], [deep + 1]))
    return known[n]
hands = {"on": again}
def asked(n):
    todo = [n]
    while todo:
        try:
            found = again(todo[-1], 0)
            todo.pop()
        except LookupError as far:
            todo.append(far.args[0])
    return found""",
    "a few calls deep, by generators": """
known = {-1: 0}
def again(n, deep):
    if n not in known:
        if deep == 9:
            raise LookupError(n)
        for before in hands["on"](n - 1, deep + 1):
            known[n] = n + before
    yield known[n]
hands = {"on": again}
def asked(n):
    todo = [n]
    while todo:
        try:
            (found,) = again(todo[-1], 0)
            todo.pop()
        except LookupError as far:
            todo.append(far.args[0])
    return found""",
    "among the names of a part of Python's, the limit lifted before the test": f"""
import bisect, sys
{LIFT}(60_000)
exec({SUM!r}, vars(bisect))
asked = bisect.again""",
}


@pytest.fixture(scope="module")
def masters(judge):
    """The exercise with recursion ruled out, and without."""
    first, answer, test = make_master(TEST, HIDDEN, given=GIVEN).cells
    made = make_master(TEST, HIDDEN, given=GIVEN)
    return [
        with_sites(judge, replace(made, cells=(first, answer, replace(test, forbid=out))), RIGHT) for out in (OUT, ())
    ]


def judged(judge, master, answer, *extra):
    return judge.grade(master, submission(master, answer, *extra), b"seed").cell("ex1_test")


@pytest.mark.parametrize("attack", ATTACKS.values(), ids=ATTACKS)
def test_recursion_is_seen_wherever_it_runs(judge, masters, attack):
    loops_only, anyhow = masters
    said = judged(judge, loops_only, ANSWER, attack)
    assert (said.points, said.outcome) == (0, "refused"), said
    control = judged(judge, anyhow, ANSWER, attack)
    assert control.outcome == "right", f"the attack is none where recursion is allowed: {control}"
    assert judged(judge, loops_only, RIGHT).outcome == "right"


HONEST = {
    "a helper of a helper": "def step(n):\n    return one(n)\ndef one(n):\n    return n\n"
    "def total(n):\n    return sum(step(k) for k in range(n + 1))",
    "a wrapper around two functions": "def kept(f):\n    def g(*n):\n        return f(*n)\n    return g\n"
    "@kept\ndef plus(a, b):\n    return a + b\n"
    "@kept\ndef total(n):\n    found = 0\n    for k in range(n + 1):\n        found = plus(found, k)\n    return found",
    "generators that read from each other": "def more(numbers):\n    for k in numbers:\n        yield k + 1\n"
    "def total(n):\n    return sum(more(more(range(-2, n - 1))))",
    "a method that calls another's": "class One:\n    def __init__(self, n):\n        self.n = n\n"
    "    def __add__(self, other):\n        return One(self.n + other.get())\n"
    "    def get(self):\n        return self.n\n"
    "def total(n):\n    return sum((One(k) for k in range(n + 1)), One(0)).get()",
    "a library's own recursion": "import copy\ndef total(n):\n    copy.deepcopy([[[[[[n]]]]]])\n"
    "    return n * (n + 1) // 2",
}


@pytest.mark.parametrize("answer", HONEST.values(), ids=HONEST)
def test_loops_with_helpers_are_no_recursion(judge, masters, answer):
    said = judged(judge, masters[0], answer)
    assert said.outcome == "right", said
