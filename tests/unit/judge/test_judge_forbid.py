"""What an answer may not use is found in its source, through its helpers, and while it runs; with a plain sentence."""

import time
from dataclasses import replace

import pytest
from judging import make_master, submission

from autograder.judge.forbid import find_use, use_in

TEST = """
    close(slope(np.array([0.0, 1.0, 4.0])), np.array([1.0, 2.0, 3.0]), "slope: as differences")
"""
ALLOWED = "def slope(y):\n    d = np.diff(y)\n    return np.array([d[0], (d[0] + d[1]) / 2, d[1]])"
GIVEN = "import numpy as np\nimport minigrad as mg"


@pytest.mark.parametrize(
    "answer",
    [
        "np.gradient(y)",
        "import numpy\nnumpy.gradient(y)",
        "from numpy import gradient as g\ng(y)",
        "getattr(np, 'gradient')(y)",
        "f = np.gradient",
        "mg.tensor(y)",
        "import minigrad.nn",
        "from minigrad import tensor",
        "import importlib\nimportlib.import_module('minigrad')",
        "__import__('minigrad.nn')",
        "helper(y)",
        "earlier(y)",
    ],
)
def test_a_forbidden_name_is_found_however_it_is_written(answer):
    helpers = [GIVEN, "def helper(y):\n    return deeper(y)\ndeeper = lambda y: np.gradient(y)"]
    use = find_use(("numpy.gradient", "minigrad", "earlier"), [("ex1", answer)], helpers)
    assert use is not None and "without `" in str(use)


@pytest.mark.parametrize(
    "answer", ["np.gradients(y)", "minigrads = 1", "x.gradient", "%timeit x\ny = 1", "((((", "np.diff(y)"]
)
def test_other_names_are_free(answer):
    unused = "def unused(y):\n    return np.gradient(y)"
    assert find_use(("numpy.gradient", "minigrad"), [("ex1", answer)], [GIVEN, unused]) is None


NAMED_ALIKE = [
    "def first(a, b=2):\n    c = a\n    return c[0], b",
    "def first(y):\n    a, *b = y\n    return a + sum(b)",
    "def first(y):\n    for a in y:\n        b = a\n    return b",
    "def first(y, *a, earlier=1, **b):\n    return [a, b, earlier]",
    "def first(y):\n    def inner():\n        return a\n    a = 3\n    return inner()",
    "def first(y):\n    a = 0\n    def inner():\n        nonlocal a\n        a += 1\n    inner()\n    return a",
    "first = lambda a, earlier: a + earlier",
    "first = [a for a in range(3) for b in [a]] + sorted({earlier for earlier in 'xy'})",
    "def first(y):\n    try:\n        y()\n    except ValueError as a:\n        return a",
    "def first(y):\n    with y as a:\n        return a\n    return [a for a in (b := y)] and b",
    "def first(y):\n    match y:\n        case [a, *b]:\n            return a, b",
    "def first(y):\n    match y:\n        case {'k': 1, **earlier}:\n            return earlier",
    "a = 3\nfor b in range(a):\n    print(a, b)",
    "class First:\n    a = 1\n    b = a + 1",
    "def first(n):\n    for g in range(n):\n        g.gradient",
]
NOT_ITS_OWN = [
    "def first(c):\n    return a[0]",
    "def first(a=a):\n    return a[0]",
    "def first(c):\n    global a\n    a = a + 1",
    "def first(c):\n    def inner():\n        return b(c)\n    return inner()",
    "first = [b(c) for c in a]",
    "first = b\nb = None",
    "a = a",
    "a += 1",
    "class First:\n    b = b",
    "class First:\n    a = 1\n    def of(self):\n        return a",
    "@b\ndef b(c):\n    return c",
    "def first(c):\n    return [a for c in b]",
    "def first(earlier_one):\n    return earlier(earlier_one)",
    "def first(c):\n    import numpy as q\n    return q.gradient(c)",
]


@pytest.mark.parametrize("answer", NAMED_ALIKE)
def test_a_name_of_a_functions_own_is_not_the_notebooks(answer):
    others = ["a = mg.tensor([1.0])", "def b(y):\n    return np.gradient(y)", "from numpy import gradient as g"]
    assert find_use(("minigrad", "numpy.gradient", "earlier"), [("ex1", answer)], others, [GIVEN]) is None


@pytest.mark.parametrize("answer", NOT_ITS_OWN)
def test_a_name_from_outside_is_followed_through_every_scope(answer):
    others = ["a = mg.tensor([1.0])", "def b(y):\n    return np.gradient(y)"]
    assert find_use(("minigrad", "numpy.gradient", "earlier"), [("ex1", answer)], others, [GIVEN]) is not None


IMPORTED = GIVEN + "\nfrom numpy import gradient as taken"


@pytest.mark.parametrize(
    "answer",
    [
        "def taken(y):\n    return y\ndef first(y):\n    return taken(y)",
        "def first(y):\n    return taken(y)\ndef taken(y):\n    return y",
        "class taken(list):\n    pass\nfirst = taken()",
        "taken = 3\nfirst = taken + 1",
    ],
)
def test_a_name_that_an_answer_makes_anew_is_not_what_a_given_cell_imported(answer):
    assert find_use(("numpy.gradient",), [("ex1", answer)], [], [IMPORTED]) is None


@pytest.mark.parametrize(
    "answer",
    [
        "def first(y):\n    return taken(y)",
        "first = taken\ndef taken(y):\n    return first(y)",
        "taken = taken\nfirst = taken(3)",
        "@taken\ndef taken(y):\n    return y",
        "if None:\n    taken = 3\ndef first(y):\n    return taken(y)",
        "def taken(y):\n    return y\nfrom numpy import gradient as taken\nfirst = taken(3)",
        "class taken:\n    first = taken",
    ],
)
def test_a_name_that_is_read_before_or_may_not_be_made_is_what_was_imported(answer):
    assert find_use(("numpy.gradient",), [("ex1", answer)], [], [IMPORTED]) is not None


def test_what_a_given_function_uses_is_the_courses_and_a_second_name_is_the_thing():
    given = [GIVEN, "def helper(y):\n    return np.gradient(y)\nsecond = np.gradient\ntable = np.gradient([1, 2])"]
    assert find_use(("numpy.gradient",), [("ex1", "def f(y):\n    return helper(y), table")], [], given) is None
    assert find_use(("numpy.gradient",), [("ex1", "def f(y):\n    return second(y)")], [], given) is not None


def judged(judge, answer, *extra, forbid=("numpy.gradient", "minigrad")):
    master = make_master(TEST, given=GIVEN)
    given, stub, test = master.cells
    master = replace(master, cells=(given, stub, replace(test, forbid=forbid)))
    return judge.grade(master, submission(master, answer, *extra), b"").cell("ex1_test")


def test_an_allowed_answer_is_right(judge):
    assert judged(judge, ALLOWED).outcome == "right"


def test_a_forbidden_one_is_refused_with_a_sentence(judge):
    verdict = judged(judge, "def slope(y):\n    return np.gradient(y)")
    assert (verdict.outcome, verdict.points) == ("refused", 0)
    assert verdict.message == (
        "This exercise is to be solved without `numpy.gradient`, and line 2 of your cell ex1 uses it."
    )


@pytest.mark.parametrize(
    "trick", ["vars(np)['grad' + 'ient'](y)", "getattr(np, name)(y)", "eval('np.grad' + 'ient')(y)"]
)
def test_what_the_source_hides_is_seen_while_it_runs(judge, trick):
    verdict = judged(judge, f"name = 'grad' + 'ient'\ndef slope(y):\n    return {trick}")
    assert verdict.outcome == "refused" and "called it while it was tested" in verdict.message


def test_a_hidden_module_is_seen_while_it_runs(judge, monkeypatch):
    monkeypatch.setattr("autograder.judge.plans.SPARED", ())  # there, in a room, is nothing to be seen
    answer = (
        ALLOWED
        + "\nimport sys\ninner = slope"
        + "\ndef slope(y):\n    sys.modules['mini' + 'grad'].tensor(1.0)\n    return inner(y)"
    )
    assert judged(judge, answer).outcome == "refused"


def test_a_function_of_another_exercise_is_seen(judge):
    helper = "def earlier(y):\n    return np.gradient(y)"
    assert judged(judge, "def slope(y):\n    return earlier(y)", helper, forbid=("earlier",)).outcome == "refused"
    trick = "def slope(y):\n    return globals()['ear' + 'lier'](y)"
    assert judged(judge, trick, helper, forbid=("earlier",)).outcome == "refused"


@pytest.mark.parametrize(
    "source",
    [
        ("x = a" + ".b" * 800 + "\n") * 600,
        "x = f" + "()" * 2000,
        "x = " + "-" * 50_000 + "1",
        "(" * 10**6,
        "def f(p):\n" + "    p = g(p, q) + r\n" * 10_000,
        "x = " + "lambda a: " * 1400 + "q",
        "a, " * 100_000 + "b = x",
    ],
)
def test_a_source_made_to_be_slow_is_looked_through_in_time(source):
    started = time.process_time()
    assert find_use(("numpy.gradient",), [("ex1", source)], []) is None
    assert time.process_time() - started < 5


RECURSIVE = {
    "itself": "def f(n):\n    return f(n - 1)",
    "one within": "def f(n):\n    def visit(m):\n        visit(m - 1)\n    visit(n)",
    "two in a circle": "def f(n):\n    return g(n)\ndef g(n):\n    return f(n - 1)",
    "on one branch": "def f(n):\n    if n % 2:\n        return n\n    return f(n - 1)",
    "in a thread": "import threading\ndef f(n):\n    threading.Thread(target=f, args=(n - 1,)).start()",
    "a method": "class A:\n    def f(self, n):\n        return self.f(n - 1)",
    "a lambda": "f = lambda n: f(n - 1)",
    "a generator": "def f(n):\n    yield from f(n - 1)",
    "through a helper in another cell": "def f(n):\n    return helper(n)",
}
LOOPS = {
    "a loop": "def f(n):\n    while n:\n        n -= 1",
    "a helper": "def f(n):\n    return g(n)\ndef g(n):\n    return n",
    "a variable of its own name": "def f(n):\n    f = n\n    return f",
    "a method of what it is given": "class A:\n    def append(self, x):\n        self.items.append(x)",
    "another's attribute": "def f(n):\n    return n.g.f",
    "not Python": "((((",
}


def loops_only(answer):
    cells = [("extra", None, "def helper(n):\n    return f(n)"), ("answer", "ex1", answer), ("test", "ex1_test", "")]
    plan = [{"kind": kind, "grade_id": name, "source": source} for kind, name, source in cells]
    return use_in({"grade_id": "ex1_test", "answers": ["ex1"], "forbid": ["recursion"]}, plan)


@pytest.mark.parametrize("answer", RECURSIVE.values(), ids=RECURSIVE)
def test_a_function_that_can_come_back_to_itself_is_no_loop(answer):
    assert "without `recursion`, and line" in str(loops_only(answer))


@pytest.mark.parametrize("answer", LOOPS.values(), ids=LOOPS)
def test_loops_and_helpers_are_no_recursion(answer):
    assert loops_only(answer) is None


@pytest.mark.parametrize(
    ("trial", "allowed"),
    [
        ("print(first(3), np.gradient([3.0]))", True),
        ("display(mg.tensor(3.0))", True),
        ("assert first(3) == np.gradient([3.0])", True),
        ("print(g := np.gradient)", False),  # a name that the answer could use
        ("kept.append(np.gradient)", False),
        ("np.gradient([3.0])", False),
        ("def second():\n    print(np.gradient([3.0]))", False),  # which the answer could call
    ],
)
def test_an_answers_cell_may_try_it_out(trial, allowed):
    use = find_use(("minigrad", "numpy.gradient"), [("ex1", f"def first(y):\n    return y\n{trial}")], [], [GIVEN])
    assert (use is None) == allowed


MADE_FOR_IT = [
    ("x = mg.tensor(3.0)\n(x * x).backward()\nprint(x.grad)", True),
    ("import minigrad.nn", True),
    ("def by_the_engine(y):\n    return np.gradient(y)\nprint(by_the_engine([1.0]))", True),
    ("def first(y):\n    return later(y)\nlater = np.gradient", False),
    ("made = mg.tensor(3.0)\nfirst.made = made", False),
    ("kept = [np.gradient]\nfor each in kept:\n    first = each", False),
    ("def first(y):\n    return globals()['hid' + 'den'](y)\nhidden = np.gradient", False),
    ("def first(y):\n    return inner(y)\ndef inner(y):\n    return np.gradient(y)", False),
    ("class first:\n    of = staticmethod(np.gradient)", False),
    ("other = first\nfirst = np.gradient", False),
]


@pytest.mark.parametrize(("rest", "allowed"), MADE_FOR_IT)
def test_what_the_test_takes_nothing_from_may_use_what_is_ruled_out(rest, allowed):
    answer = f"def first(y):\n    return y\n{rest}"
    use = find_use(("minigrad", "numpy.gradient"), [("ex1", answer)], [], [GIVEN], takes=["first"])
    assert (use is None) == allowed
