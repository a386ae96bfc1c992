"""Names and checks of a test cell, worked out before anything runs."""

import textwrap

import pytest

from autograder.kit.laws import THE_CELL
from autograder.testcell.cell import compile_test, hidden_from, resolve

GIVEN = ["import numpy as np", "import minigrad as mg", "from autograder.kit import close, raises, learner_side"]


def cell(text):
    return textwrap.dedent(text).strip()


def names(text, given=GIVEN):
    return resolve(cell(text), given_imports=tuple(given))


def test_own_names_prelude_builtins_and_judge_modules_come_before_the_learner():
    found = names("""
        a = rng.normal(size=3)
        x = mg.tensor(a, requires_grad=True)
        total = sum(abs(v) for v in a)
        close(Exp.apply(x).data, np.exp(a), "value: exp")
    """)
    assert found.exports == ("Exp", "mg")
    assert found.imports == ("import numpy as np",)
    assert found.problems == ()


def test_scopes_are_pythons_own():
    found = names("""
        def helper(x, y=start):
            return [x + z for z in other] + [y]
        class Note:
            kind = label
        close(helper(1), (lambda x: x)(x), "law: l")
    """)
    assert found.exports == ("label", "other", "start", "x")


def test_learner_side_bodies_are_not_the_tests_names():
    found = names("""
        @learner_side
        class Sub(Tensor):
            def twice(self):
                return self * hidden
        close(Sub(1).twice(), 2, "law: l")
    """)
    assert found.exports == ()


@pytest.mark.parametrize(
    ("source", "line", "words"),
    [
        ("x = 1\nclose(1, 1, 'l') +", 2, "not Python"),
        ("x = 1", 1, "compares nothing"),
        ("close = 3\nassert close", 1, "checker's own name"),
        ("import minigrad\nassert minigrad", 1, "import it in a given cell"),
        ("import os\nassert os", 1, "may not import os"),
        ("from numpy import *\nassert 1", 1, "may not import *"),
        ("w = 3\n@learner_side\ndef f():\n    return w\nassert f()", 3, "cannot see the test's `w`"),
    ],
)
def test_problems_say_line_and_what_to_do(source, line, words):
    found = resolve(source, line=11, filename="05.py")
    assert [problem.line for problem in found.problems] == [10 + line]
    assert words in found.problems[0].message


def test_checks_know_their_law_and_an_exception_gets_the_next_one():
    code = compile_test(
        cell("""
        LAW = "first: one"
        y = f(
            1)
        close(y, 1, LAW)
        with raises(ValueError, "second: two"):
            f(
                2)
        assert y == 1, "third: three"
        z = f(3)
    """)
    )
    assert [check.law for check in code.checks] == ["first: one", "second: two", "third: three"]
    assert [code.law_at([(THE_CELL, line)]) for line in (2, 3, 4, 7, 8, 9)] == [
        "first: one",
        "first: one",
        "first: one",
        "second: two",
        "third: three",
        "third: three",
    ]


def test_an_exception_in_a_helper_gets_the_next_law_of_whoever_called_it():
    code = compile_test(
        cell("""
        def helper(f):
            return f(1)
        def check(kind):
            same(helper(kind), 1, "first: one")
            helper(kind)
        check(f)
        y = helper(f)
        same(y, 1, "second: two")
    """)
    )
    helper, check, itself = 1, 3, THE_CELL
    assert code.law_at([(itself, 6), (check, 4), (helper, 2)]) == "first: one"
    assert code.law_at([(itself, 6), (check, 5), (helper, 2)]) == "second: two"
    assert code.law_at([(itself, 7), (helper, 2)]) == "second: two"


def test_hidden_part_starts_at_its_mark():
    assert hidden_from("a\n### BEGIN HIDDEN TESTS\nb", "a") == 2
    assert hidden_from("a\nb", "a") == 2
    assert hidden_from("a\nb", "a\nb") == 3
