"""Idioms that would lie about a learner's answer are refused while the course is built; good tests are left alone."""

from __future__ import annotations

import textwrap

import pytest
from authoring_course import FIRST

from autograder.source.cells import parse
from autograder.testcell.lint import lint

GIVEN = (
    "import numpy as np\nimport minigrad as mg\nfrom autograder.kit import close, same, raises, rng\ndef given(x): ..."
)
LAW = '"law: every right answer does this"'


def findings(visible: str, hidden: str | None = None, answer: str = "def f(x): ...", commitment: bool = False):
    """Lint one test; lines count from the first line of the test cell."""
    hidden = f"same(f(2), 4, {LAW})" if hidden is None else textwrap.dedent(hidden).strip()
    parts = [textwrap.dedent(visible).strip()]
    parts += ["### BEGIN HIDDEN TESTS", hidden, "### END HIDDEN TESTS"] if hidden else []
    exercise = '{"kind": "C", "commitment": true}' if commitment else '{"kind": "C"}'
    head = (
        f'# %% [markdown]\n# # T\n\n# %%\n{GIVEN}\n\n# %% nbgrader={{"grade_id": "a", "solution": true}}\n{answer}\n\n'
    )
    head += f'# %% nbgrader={{"grade_id": "a_test", "grade": true, "points": 1}} exercise={exercise}\n'
    source = parse(head + "\n".join(parts) + "\n", "01_t", "01_t.py")
    return [(finding.line - head.count("\n"), finding.message) for finding in lint(source)]


CHECK = f"same(f(2), 4, {LAW})\n"
WRONG = {
    "unknown name": (f"same(unheard_of(2), 4, {LAW})", "unknown name 'unheard_of'"),
    "no check in the visible part": ("x = f(1)", "the visible part checks nothing"),
    "no law": ("assert f(2) == 4", "no law"),
    "law in a variable that changes": (f"for law in ['a']:\n    same(f(1), 1, law)\n{CHECK}", "no law"),
    "law without a name": ('same(f(2), 4, "f doubles")', "not of the form"),
    "numpy.testing": (f"np.testing.assert_allclose(f(2), 4)\n{CHECK}", "use close("),
    "import of numpy.testing": (f"from numpy.testing import assert_allclose\n{CHECK}", "use close("),
    "allclose": (f"assert np.allclose(f(2), 4), {LAW}", "use close("),
    "the learner's gradcheck": (f"assert mg.gradcheck(f, [1.0]), {LAW}", "use gradcheck(f, arrays, law)"),
    "zip without strict": (f"for a, b in zip(f(2), [4]):\n    same(a, b, {LAW})", "strict=True"),
    "augmented attribute": (f"x = f(2)\nx.grad += 1\n{CHECK}", "x.grad = x.grad + ..."),
    "item through an attribute": (f"x = f(2)\nx.data[0] = 1\n{CHECK}", "learner.run"),
    "item through a call": (f"f(2).numpy()[0] = 1\n{CHECK}", "learner.run"),
    "raises Exception": (f"with raises(Exception, {LAW}):\n    f(2)", "a slip of the pen"),
    "raises TypeError alone": (f"with raises(TypeError, {LAW}):\n    f(2)", "add match="),
    "bare except": (f"try:\n    f(2)\nexcept:\n    pass\nelse:\n    pass\n{CHECK}", "too broad an except"),
    "except Exception": (f"try:\n    f(2)\nexcept Exception:\n    pass\nelse:\n    pass\n{CHECK}", "too broad"),
    "try without else": (f"try:\n    f(2)\nexcept ValueError:\n    pass\n{CHECK}", "try without else"),
    "id": (f"same(id(f(2)), id(f(3)), {LAW})", "use same(a, b, law)"),
    "globals": (f"globals()['x'] = 1\n{CHECK}", "name what it needs"),
    "open": (f"open('x')\n{CHECK}", "reads no files"),
    "eval": (f"eval('f(2)')\n{CHECK}", "learner.eval"),
    "exec": (f"exec('f(2)')\n{CHECK}", "learner.run"),
    "truth of the learner's value": (f"assert f(2), {LAW}", "the truth of f(2) is the learner's word"),
    "truth inside not": (f"assert not f(2).is_leaf and True, {LAW}", "learner's word"),
    "branch on the learner's value": (f"if f(2) == 4:\n    pass\n{CHECK}", "branches on what the learner returns"),
    "branch on a call": (f"if f(2):\n    pass\n{CHECK}", "branches on what the learner returns"),
    "tensor compared by itself": (f"x = mg.tensor([1.0])\nassert x == 1.0, {LAW}", "use close"),
    "gradient compared by itself": (f"x = mg.tensor(1.0)\ny = x * 2\nassert y.grad == 1.0, {LAW}", "use close"),
    "tensor in a list": (f"x = mg.tensor(1.0)\nassert x in [1.0], {LAW}", "use close"),
    "a tensor as the expected value": (f"x = mg.tensor(1.0)\nclose(f(x), x * 2, {LAW})", "computed here"),
    "identity of what was passed": (f"a = np.ones(3)\nassert f(a) is not a, {LAW}", "learner.hold"),
    "type is list": (f"assert type(f(2)) is list, {LAW}", "isinstance"),
    "mutation of what was passed": (f"a = np.ones(3)\nf(a)\nclose(a, np.ones(3), {LAW})", "learner.hold"),
    "list appended to by the learner": (f"a = []\nf(a)\nassert a == [3], {LAW}", "learner.hold"),
    "change after passing": (f"a = [1]\nf(a)\na.append(2)\n{CHECK}", "never sees this change"),
    "item change after passing": (f"a = [1]\nf(a)\na[0] = 2\n{CHECK}", "never sees this change"),
    "change of a copy": (f"x = f(2)\nx.params.append(1)\n{CHECK}", ".append changes nothing"),
    "shares_memory": (f"assert np.shares_memory(f(2), f(3)), {LAW}", "looks at copies"),
    "base": (f"assert f(2).base is None, {LAW}", ".base is that of a copy"),
    "strides": (f"same(f(2).strides, (8,), {LAW})", ".strides is that of a copy"),
    "seed": (f"np.random.seed(0)\n{CHECK}", "does not reach the learner"),
    "errstate": (f"with np.errstate(all='raise'):\n    f(2)\n{CHECK}", "does not reach the learner"),
    "weakref": (f"import weakref\n{CHECK}", "learner.run"),
    "generator passed": (f"same(f(x for x in [1]), 4, {LAW})", "pass a list"),
    "rng passed": (f"same(f(rng), 4, {LAW})", "pass the numbers"),
    "class in a test": (f"class C:\n    pass\n{CHECK}", "@learner_side"),
    "class in a function of a test": (f"def g():\n    class C:\n        pass\n    return C\n{CHECK}", "@learner_side"),
    "global": (f"def g():\n    global x\n    x = f(2)\n{CHECK}", "global in a test"),
    "test variable on the learner's side": (
        f"scale = 2\n@learner_side\ndef g(x):\n    return x * scale\nsame(g(f(2)), 4, {LAW})",
        "cannot see the test's `scale`",
    ),
    "minigrad of its own": (f"import minigrad\n{CHECK}", "import it in a given cell"),
    "a check's name taken": (f"close = 3\n{CHECK}", "the checker's own name"),
}


@pytest.mark.parametrize("case", WRONG)
def test_an_idiom_that_lies_is_refused(case):
    visible, sentence = WRONG[case]
    found = findings(visible)
    assert any(sentence in message for _, message in found), found


def test_the_line_is_that_of_the_idiom():
    assert findings(f"x = f(2)\n\nx.grad += 1\n{CHECK}")[0][0] == 3
    assert findings(CHECK, f"y = 1\nsame(unheard_of(2), 4, {LAW})")[0][0] == 4  # behind the mark in line 2


def test_each_part_must_check_something():
    assert "hidden part checks nothing" in findings(CHECK, "y = f(3)")[0][1]
    assert "no hidden tests" in findings(CHECK, "")[0][1]
    assert findings(CHECK, "", commitment=True) == []


GOOD = {
    "plain values": f"assert f(2) == 4, {LAW}\nassert f(2) in (4, 5), {LAW}\nassert f(2) is not None, {LAW}",
    "an f-string that names its law": 'for k in [1]:\n    assert f(k) == k, f"law: {k} stays {k}"',
    "a law kept in a constant": f"LAW = {LAW}\nsame(f(2), 4, LAW)",
    "remotes by identity": f"x = mg.tensor(1.0)\nsame(f(x), x, {LAW})\nassert f(x).grad is None, {LAW}",
    "a gradient": f"x = mg.tensor(np.ones(3))\nf(x).sum().backward()\nclose(x.grad, np.ones(3), {LAW})",
    "calls counted by the test": f"calls = []\nf(lambda: calls.append(1))\nsame(len(calls), 1, {LAW})",
    "several inputs": f"for name, a in zip(['a', 'b'], [1, 2], strict=True):\n    same(f(a), 2 * a, {LAW}, about=name)",
    "a branch on data of the test": f"for a in [0, 1]:\n    if a:\n        same(f(a), 2 * a, {LAW})",
    "raises": f"with raises(TypeError, {LAW}, match='must be a tensor'):\n    f('a')",
    "learner side": f"@learner_side\nclass G(mg.autograd.Function):\n    pass\nsame(f(G), 4, {LAW})",
    "a class within the learner side": (
        f"@learner_side\ndef made(f):\n    class C:\n        g = f\n    return C\nsame(f(made(f)), 4, {LAW})"
    ),
    "held arrays": f"a = learner.hold(np.ones(3))\nf(a)\nclose(plain(a), np.ones(3), {LAW})",
    "gradcheck": f"gradcheck(f, [rng.normal(size=(2, 3))], {LAW})",
    "own exception": f"class Stop(Exception): ...\ndef g(x):\n    return x\nsame(f(g(2)), 4, {LAW})",
    "array made and kept": f"a = rng.normal(size=3)\nclose(f(a), 2 * a, {LAW})\na = a + 1\nclose(f(a), 2 * a, {LAW})",
    "what was passed, as the expected value": f"a = np.ones(3)\nassert f(a) == a, {LAW}\nclose(f(a), a, {LAW})",
    "given names": f"same(given(2), f(2), {LAW})",
}


@pytest.mark.parametrize("case", GOOD)
def test_a_good_test_raises_no_alarm(case):
    assert findings(GOOD[case]) == []


def test_the_small_course_raises_no_alarm():
    assert lint(parse(FIRST, "01_doubling", "01_doubling.py")) == []


def test_a_name_defined_below_the_test_is_told_so():
    text = FIRST.replace("double(2.0)", "double(TOO_LATE)") + "\n# %%\nTOO_LATE = 2.0\n"
    assert "'TOO_LATE' is defined below this test" in lint(parse(text, "01_t", "01_t.py"))[0].message


def test_a_given_cell_may_not_need_a_name_of_a_test():
    text = FIRST + "\n# %%\nprint(secret_numbers)\n"
    [found] = lint(parse(text, "01_t", "01_t.py"))
    assert "'secret_numbers' is defined by the test in line" in found.message
    assert found.line == text.split("\n").index("print(secret_numbers)") + 1


def test_a_star_import_is_refused():
    text = FIRST.replace("import math as m", "from math import *")
    assert "name what the notebook needs" in lint(parse(text, "01_t", "01_t.py"))[0].message


SIDE = "@learner_side\ndef twice(f):\n    return 2 * f(2)\n"


def test_what_travels_to_the_learner_stands_in_the_visible_part():
    told = "may not stand among hidden tests"
    for hidden in (SIDE + CHECK, f"learner.run('x = 1')\n{CHECK}", f"same(learner.eval('1 + 1'), 2, {LAW})\n{CHECK}"):
        assert [told in message for _, message in findings(CHECK, hidden)] == [True], hidden
        assert not findings(hidden), "in the visible part it may stand"
    assert not findings(SIDE + CHECK, f"same(twice(f), 8, {LAW})"), "and the hidden part may call it"


@pytest.mark.parametrize(
    "code",
    ["learner.run('f(2)')", "learner.eval('f(2)')", SIDE.replace("(f)", "()"), "CODE = 'f(2)'\nlearner.run(CODE)"],
)
def test_code_on_the_learners_side_is_handed_what_is_the_learners(code):
    assert ["pass it in as an argument" in message for _, message in findings(f"{code}\n{CHECK}")] == [True]


@pytest.mark.parametrize("code", ["learner.run('f(2)', f=f)", "learner.eval('given(np.ones(2)).sum()')", SIDE])
def test_code_on_the_learners_side_may_use_given_helpers_and_what_it_is_handed(code):
    assert not findings(f"{code}\n{CHECK}")
