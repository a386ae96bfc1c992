"""What a test has by the word of the learner's process is found, listed, and taken out to see what hangs on it."""

from dataclasses import dataclass, replace

import pytest
from authoring_course import NOTHING_TRIED, Course

from autograder.authoring.masters import load_master
from autograder.authoring.mutants.hanging import undeclared
from autograder.authoring.mutants.variants import Variant
from autograder.authoring.word import without_word, word_of
from autograder.judge.grader import Judge
from autograder.judge.pool import OneJudge


@dataclass
class Test:
    source: str
    grade_id: str = "ex1_1_test"
    points: float = 3.0
    forbid: tuple = ()
    calls: tuple = ()
    __test__ = False


SIDE = "@learner_side\ndef grown(f, x):\n    return f(x)\n"
WORD = {
    "a value of an expression over there": 'same(learner.eval("f(1)", f=f), 2, "f: one more")',
    "one of a function over there": SIDE + 'same(grown(f, 1), 2, "f: one more")',
    "a name for it": SIDE + 'y = grown(f, 1)\nz = [y]\nclose(z[0], 2.0, "f: one more")',
    "a count of the notebook's": 'with learner.counting("f") as calls:\n    f(1)\nsame(calls.number, 1, "f: once")',
    "an object that was kept": 'held = learner.hold([])\nf(held)\nsame(learner.eval("len(h)", h=held), 1, "f: adds")',
}
EVIDENCE = {
    "what a call returns": 'same(f(1), 2, "f: one more")',
    "drawn data through a function over there": SIDE + 'x = rng.normal()\nclose(grown(f, x), x + 1, "f: one more")',
    "a function of the test's that draws": SIDE
    + 'def drawn():\n    return rng.normal()\nx = drawn()\nclose(grown(f, x), x + 1, "f: one more")',
    "what the test's own function counted": "seen = []\ndef count(x):\n    seen.append(x)\nf(count)\n"
    + 'same(len(seen), 1, "f: once")',
}


@pytest.mark.parametrize("source", WORD.values(), ids=WORD)
def test_a_value_that_anybody_can_know_and_only_the_worker_saw_is_its_word(source):
    word = word_of(Test(source))
    assert len(word.checks) == 1 and "line" in str(word)
    assert "Points that hang on it: none" in str(word)


@pytest.mark.parametrize("source", EVIDENCE.values(), ids=EVIDENCE)
def test_what_the_judge_drew_counted_or_received_is_evidence(source):
    assert not word_of(Test(source))


def test_a_package_that_is_not_there_is_no_matter_of_anybodys_word():
    assert not word_of(Test(EVIDENCE["what a call returns"], forbid=("numpy", "graphlib")))
    looked_for = word_of(Test(EVIDENCE["what a call returns"], forbid=("numpy.gradient", "earlier")))
    assert looked_for.looked_for == ("numpy.gradient", "earlier") and "is not used" in str(looked_for)


def test_an_exception_is_named_with_its_points():
    word = word_of(Test(WORD["a count of the notebook's"] + "\n# word: how often f is called."))
    assert str(word).endswith("Points that hang on it: 3, since it is about how often f is called")


FIRST = (
    """# %% [markdown]
# # One

# %%
import numpy as np
from autograder.kit import close, learner, learner_side, rng, same

# %% nbgrader={"grade_id": "ex1_1", "solution": true}
def f(x):
    ### BEGIN SOLUTION
    return x + 1
    ### END SOLUTION

# %% nbgrader={"grade_id": "ex1_1_test", "grade": true, "points": 2} exercise={"kind": "C"}
with learner.counting("f") as calls:
    close(f(1.0), 2.0, "value: f is one more")
same(calls.number, 1, "once: f is called a single time")
### BEGIN HIDDEN TESTS
HIDDEN = rng.normal()
close(f(HIDDEN), HIDDEN + 1.0, "value: f is one more")
"""
    + f"{NOTHING_TRIED}### END HIDDEN TESTS\n"
)
CALLS_TWICE = Variant("ex1_1__twice", "ex1_1", "once", "def f(x):\n    return f(x - 1) + 1 if x == 1.0 else x + 1")
CONSTANT = Variant("ex1_1__constant", "ex1_1", "value", "def f(x):\n    return 2.0")


@pytest.fixture
def counted(tmp_path):
    course = Course(tmp_path)
    course.write("01_counted", FIRST)
    assert course.build() == 0
    return load_master(course.paths, "01_counted")


def test_points_that_hang_on_it_are_declared_or_refused(counted):
    (test,) = counted.tests
    said = replace(test, source=test.source + "\n# word: how often f is called")
    declared = replace(counted, cells=(*counted.cells[:-1], said))
    with Judge() as made:
        judges = OneJudge(made)
        (problem,) = undeclared(judges, counted, [test], [CALLS_TWICE, CONSTANT], 1)
        assert "only the worker's word catches ex1_1__twice" in problem
        assert not undeclared(judges, counted, [test], [CONSTANT], 1)
        assert not undeclared(judges, declared, [said], [CALLS_TWICE], 1)
        (untrue,) = undeclared(judges, declared, [said], [CONSTANT], 1)
        assert "no wrong answer needs it" in untrue


def test_taking_it_out_leaves_every_other_line_where_it_was(counted):
    (test,) = counted.tests
    bare = without_word(test)
    changed = [(a, b) for a, b in zip(test.source.split("\n"), bare.source.split("\n"), strict=True) if a != b]
    assert [a for a, _ in changed] == ['same(calls.number, 1, "once: f is called a single time")']
    assert set(bare.sites) == {site for site in test.sites if not site.startswith("L3:")}
