"""What an answer may not use, noticed while a test runs, remotely and in one kernel alike: the learner's use only."""

from dataclasses import replace

import pytest
from judging import judged_both_ways, make_master, submission

COURSE = """
import functools
import threading
import numpy as np
import minigrad as mg
from autograder.kit import close, same, learner, learner_side, plain

def courses_own(y):
    return np.gradient(np.asarray(y))
"""
USES_NUMPY_ITSELF = """
y = np.linspace(0.0, 4.0, 3) ** 2
expected = np.gradient(y).tolist()
scale = lambda value: float(np.mean([value, value]))
@learner_side
def here(n):
    return np.linspace(0.0, 4.0, n) ** 2
held = learner.hold([])
learner.run("held.append(np.array([1.0, 2.0]).mean())", held=held)
same(learner.eval("float(np.mean(np.array(held)))", held=held), 1.5, "own: the test's numpy is not the learner's")
close(slope(y, scale), expected, "slope: as differences", atol=1e-12)
close(slope(here(3), scale), expected, "slope: as differences", atol=1e-12)
close(np.mean(plain(slope([1, 2, 4], scale))), np.mean([1.0, 1.5, 2.0]), "slope: as differences", atol=1e-12)
"""
HONEST = {
    "plain Python": "def slope(y, scale):\n    d = [b - a for a, b in zip(y, y[1:])]\n"
    "    return [scale(d[0]), scale((d[0] + d[1]) / 2), scale(d[1])]",
    "methods and operators of what it was given": "def slope(y, scale):\n    if isinstance(y, list):\n"
    "        return [y[1] - y[0], (y[2] - y[0]) / 2, y[2] - y[1]]\n    d = y[1:] - y[:-1]\n"
    "    text = f'{y} {y[0]:.2f} {d!r}'\n    assert y.sum() == d.sum() + 4 + 0 * y.mean() and y.max() == 16 and text\n"
    "    try:\n        y.sum(axis=7)\n    except ValueError:\n        pass\n"
    "    return [scale(d[0]), d.mean(), d.tolist()[1]]",
    "a given function that uses numpy": "def slope(y, scale):\n    return list(courses_own(y))",
    "the kit": "from autograder.kit import close\ndef slope(y, scale):\n    close(y[0], y[0], 'own: same')\n"
    "    return [y[1] - y[0], (y[2] - y[0]) / 2, y[2] - y[1]]",
    "parameters named like the notebook's": "def slope(courses_own, mg):\n    y = courses_own\n"
    "    return [y[1] - y[0], (y[2] - y[0]) / 2, y[2] - y[1]]",
    "another allowed package that uses numpy": "import matplotlib.ticker\ndef slope(y, scale):\n"
    "    matplotlib.ticker.MaxNLocator(3).tick_values(0, 4)\n"
    "    return [y[1] - y[0], (y[2] - y[0]) / 2, y[2] - y[1]]",
}
CHEATS = {
    "by name": "def slope(y, scale):\n    return np.gradient(y)",
    "getattr": "def slope(y, scale):\n    return getattr(np, 'grad' + 'ient')(y)",
    "importlib": "import importlib\ndef slope(y, scale):\n"
    "    return vars(importlib.import_module('num' + 'py'))['gradient'](y)",
    "from-import": "from numpy import gradient as slope_of\ndef slope(y, scale):\n    return slope_of(y)",
    "a decorator": "import sys\ndef by_numpy(f):\n    @functools.wraps(f)\n    def g(y, scale):\n"
    "        return vars(sys.modules['num' + 'py'])['gradient'](y)\n    return g\n"
    "@by_numpy\ndef slope(y, scale):\n    return y",
    "a thread": "import sys\ndef slope(y, scale):\n    found = []\n"
    "    f = vars(sys.modules['num' + 'py'])['gradient']\n"
    "    t = threading.Thread(target=lambda: found.append(f(y)))\n    t.start(); t.join()\n    return found[0]",
    "a thread with nothing of ours in it": "import sys\ndef slope(y, scale):\n"
    "    f = vars(sys.modules['num' + 'py'])['gradient']\n    t = threading.Thread(target=f, args=(y,))\n"
    "    t.start(); t.join()\n    d = [b - a for a, b in zip(y, y[1:])]\n"
    "    return [scale(d[0]), scale((d[0] + d[1]) / 2), scale(d[1])]",
    "by the standard library": "import sys\ndef slope(y, scale):\n"
    "    f = vars(sys.modules['num' + 'py'])['gradient']\n    return functools.singledispatch(f)(y)",
    "code in a text": "def slope(y, scale):\n    names = {}\n    exec('import num' + 'py as n', names)\n"
    "    return eval('n.gradient(y)', names | {'y': y})",
    "a builtin": "import sys\ndef slope(y, scale):\n    a = vars(sys.modules['num' + 'py'])['array'](y)\n"
    "    return [a[1] - a[0], (a[2] - a[0]) / 2, a[2] - a[1]]",
    "another module": "import sys\ndef slope(y, scale):\n    a = vars(sys.modules['mini' + 'grad'])['tensor'](y)\n"
    "    return [float(a[1] - a[0]), float(a[2] - a[0]) / 2, float(a[2] - a[1])]",
    "among the module's own names": "import sys\nnames = vars(sys.modules['num' + 'py'])\n"
    "exec('def own_slope(y):\\n    return vars()[\"gradient\"](y)'.replace('vars', 'globals'), names)\n"
    "def slope(y, scale):\n    return names['own_slope'](y)",
    "an own cell": "def slope(y, scale):\n    return own(y)",
    "a second name in an own cell": "def slope(y, scale):\n    return second(y)",
}
OWN_CELL = "def own(y):\n    return second(y)\nsecond = vars(np)['gradient']"


@pytest.fixture(autouse=True)
def nothing_is_spared(monkeypatch):
    """Here the looking itself is tried, as it happens for every other module; rooms have cases of their own."""
    monkeypatch.setattr("autograder.judge.plans.SPARED", ())


def numpy_is_out(*forbid, test=USES_NUMPY_ITSELF):
    master = make_master(test, given=COURSE)
    given, stub, tested = master.cells
    return replace(master, cells=(given, stub, replace(tested, forbid=forbid)))


def test_only_the_learners_own_use_of_a_module_counts(judge):
    master = numpy_is_out("numpy", "minigrad")
    right = judged_both_ways(judge, master, [submission(master, answer) for answer in HONEST.values()])
    assert {name: it.outcome for name, it in zip(HONEST, right, strict=True)} == dict.fromkeys(HONEST, "right"), right


def test_a_module_is_refused_however_the_learner_gets_at_it(judge):
    master = numpy_is_out("numpy", "minigrad")
    found = judged_both_ways(judge, master, [submission(master, answer, OWN_CELL) for answer in CHEATS.values()])
    assert {name: it.outcome for name, it in zip(CHEATS, found, strict=True)} == dict.fromkeys(CHEATS, "refused"), found


def test_the_tests_own_use_of_a_forbidden_function_is_not_the_learners(judge):
    """Of one in a module, and of one of the notebook's."""
    master = numpy_is_out(
        "numpy.gradient",
        "courses_own",
        test="close(slope([1.0, 2.0, 4.0], None), courses_own([1.0, 2.0, 4.0]), 'slope: s')",
    )
    answers = [
        HONEST["parameters named like the notebook's"],
        "def slope(y, scale):\n    return globals()['courses_' + 'own'](y)",
    ]
    right, refused = judged_both_ways(judge, master, [submission(master, answer) for answer in answers])
    assert (right.outcome, refused.outcome) == ("right", "refused"), (right, refused)


def test_what_the_standard_library_uses_of_itself_is_its_own_doing(judge):
    master = numpy_is_out("math", test="close(slope([1.0, 2.0]), 1.0, 'slope: s')")
    answers = ["import random\ndef slope(y):\n    random.Random(1).gauss(0, 1)\n    return y[1] - y[0]"]
    answers += ["def slope(y):\n    return vars(__import__('mat' + 'h'))['sqrt'](y[0])"]
    right, refused = judged_both_ways(judge, master, [submission(master, answer) for answer in answers])
    assert (right.outcome, refused.outcome) == ("right", "refused"), (right, refused)


@pytest.mark.parametrize("forbid", ["numpy", "numpy.gradient"])
def test_a_forbidden_function_is_no_answer_in_itself(judge, forbid):
    """Nothing of the learner's runs then, and the test calls it."""
    test = """
    close(slope([0.0, 1.0, 4.0]), np.gradient([0.0, 1.0, 4.0]), "slope: as differences")
    """
    master = numpy_is_out(forbid, test=test)
    hidden = "vars(np)['grad' + 'ient']"
    answers = [f"slope = {hidden}", f"slope = functools.partial({hidden}, axis=0)"]
    found = judged_both_ways(judge, master, [submission(master, answer) for answer in answers])
    assert [it.outcome for it in found] == ["refused"] * 2, found
    (right,) = judged_both_ways(judge, master, [submission(master, "slope = lambda y: [1.0, 2.0, 3.0]")])
    assert right.outcome == "right"


def test_methods_of_a_tensor_that_was_handed_over_are_free_and_new_ones_are_not(judge):
    test = """
    close(learner.eval("double(mg.tensor([1.0, 2.0])).numpy()", double=double), [2.0, 4.0], "double: twice")
    """
    master = numpy_is_out("minigrad", test=test)
    answers = ["def double(x):\n    return (x * 2).exp().log() + 0 * x.T.sum_to_size((1,))"]
    answers += [
        f"import sys\ndef double(x):\n    return 2 * vars(sys.modules['mini' + 'grad'])['{name}'](x.tolist())"
        for name in ("tensor", "Tensor")
    ]
    free, *refused = judged_both_ways(judge, master, [submission(master, answer) for answer in answers])
    assert free.outcome == "right" and {it.outcome for it in refused} == {"refused"}, (free, refused)


def test_a_package_that_has_no_use_for_another_calls_it_for_the_learner(judge):
    test = 'close(learner.eval("double(x)", double=double, x=[1.0, 2.0]), [2.0, 4.0], "double: twice")'
    master = numpy_is_out("minigrad.exp", test=test)
    answers = [
        "def double(x):\n    return [2 * each for each in x]",
        "def double(x):\n    ask = getattr(mg, 'ex' + 'p')\n"
        "    np.fromfunction(ask, (), input=mg.tensor(0.0))\n    return [2 * each for each in x]",
    ]
    found = judged_both_ways(judge, master, [submission(master, answer) for answer in answers])
    assert [verdict.outcome for verdict in found] == ["right", "refused"], found


def test_what_comes_after_the_test_is_not_looked_at(judge):
    master = numpy_is_out("numpy", "minigrad")
    cells = submission(master, "size = 3\n" + HONEST["plain Python"].replace("y[1:]", "y[1:size]"))
    later = replace(cells[0], kind="extra", source="size = np.array(3)")
    assert judge.grade(master, [*cells, later], b"").cell("ex1_test").outcome == "right"


def test_a_module_that_nothing_has_loaded_is_noticed_from_its_import_on(judge):
    """Until then no call can be one of it, and looking at each would make a long test several times as long."""
    test = 'same(in_order({1: [], 2: [1]}), [1, 2], "order: what comes first stands first")'
    master = numpy_is_out("graphlib", test=test)
    answers = {
        "right": "import sys\ndef in_order(graph):\n    assert sys.getprofile() is None\n    return sorted(graph)",
        "refused": "def in_order(graph):\n"
        "    return list(vars(__import__('graph' + 'lib'))['TopologicalSorter'](graph).static_order())",
    }
    found = judged_both_ways(judge, master, [submission(master, answer) for answer in answers.values()])
    assert [verdict.outcome for verdict in found] == list(answers), found
