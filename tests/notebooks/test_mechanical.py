"""No notebook's tests overlook a mechanical mutant of the reference that nobody has proved equivalent."""

from __future__ import annotations

import pytest

from autograder.judge.grader import Judge
from tests.notebooks.lesson import ASSIGNMENTS, PATHS
from tests.notebooks.mechanical import QUICK, as_code, mutants, report

ONE_IN = 10  # `make mutants` judges all of them

ANSWER = '''\
def total(values, axis=0):
    """The sum."""
    found = 0
    for value in values:
        found += value * 2
    if found > 1 and axis:
        found = -found
    names = {"sub": ("a", "b"), "add": ("add", "a", "b")}
    return found
'''
GRAPHS = "names = {'sub': ('a', 'b'), 'add': ('add', 'a', 'b')}"


@pytest.fixture(scope="module")
def judge():
    with Judge(limits=QUICK) as made:
        yield made


@pytest.mark.parametrize("name", ASSIGNMENTS)
def test_every_mechanical_mutant_is_caught_or_proved_equivalent(judge, name):
    count, said = report(judge, PATHS, name, seeds=1, one_in=ONE_IN)
    assert not said, "\n".join([f"{name}: {count} mutants", *said])


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("found += value * 2", "found -= value * 2"),
        ("found += value * 2", "found = value * 2"),
        ("found += value * 2", "found += value / 2"),
        ("found += value * 2", "found += value"),
        ("found += value * 2", "found += value * 3"),
        ("found += value * 2", "pass"),
        ("found = 0", "found = 1"),
        ("def total(values, axis=0):", "def total(values, axis=1):"),
        ("if found > 1 and axis:", "if found >= 1 and axis:"),
        ("if found > 1 and axis:", "if found > 1 or axis:"),
        ("if found > 1 and axis:", "if axis:"),
        ("if found > 1 and axis:", "if not (found > 1 and axis):"),
        ("found = -found", "found = found"),
        (GRAPHS, "names = {'add': ('add', 'a', 'b')}"),
        (GRAPHS, "names = {'sub': ('b', 'a'), 'add': ('add', 'a', 'b')}"),
    ],
)
def test_an_answer_is_changed_in_every_place(before, after):
    assert (before, after) in [(each.before, each.after) for each in mutants("ex", ANSWER)]


def test_every_mutant_is_python_has_its_own_name_and_is_not_the_reference():
    made = mutants("ex", ANSWER)
    assert len({each.name for each in made}) == len(made) == len({each.source for each in made})
    for each in made:
        compile(each.source, "<mutant>", "exec")
        assert '"""The sum."""' in each.source


def test_lines_in_order_are_changed_as_the_function_they_make():
    source = 'f = in_order("""\n    A | def f(x):\n    B |     return x + 1\n    C |     return x\n    """, "A B")'
    assert as_code(source) == "def f(x):\n    return x + 1"
