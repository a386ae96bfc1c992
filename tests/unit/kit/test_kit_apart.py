"""What a test cell binds is its own: a learner's helper of the same name is neither in its way nor lost."""

import ast

import pytest

import autograder.kit as kit
from autograder.kit.cells import TestCells

TEST = """
from fractions import Fraction
case = [1, 2]
def made(x):
    return x + sum(case)
class Seen:
    pass
for near in case:
    same(answer(near), near + 1, "more: it is one more")
with raises(ZeroDivisionError, "divides: it is an error") as truth:
    1 / 0
same([made(int(Fraction(1))), made.__name__, Seen.__name__, str(truth.error)], [4, "made", "Seen", "division by zero"],
     "own: the test's own things")
"""


def run(source, names):
    cells = TestCells(names)
    cells.begin("ex1_test")
    exec(compile(cells.visit(ast.parse(source)), "<test>", "exec"), names)


@pytest.fixture
def names(capsys):
    return {"same": kit.same, "raises": kit.raises, "close": kit.close}


@pytest.mark.parametrize("name", ["made", "case", "near", "Seen", "truth", "Fraction"])
def test_a_helper_with_the_name_of_a_tests_own_thing_does_its_work_before_and_after(names, name):
    exec(f"def {name}(x):\n    return x + 1\ndef answer(x):\n    return {name}(x)", names)
    helper = names[name]
    for _ in range(2):
        run(TEST, names)
        assert names[name] is helper and names["answer"](1) == 2


def test_a_name_is_the_notebooks_until_the_test_binds_it(names):
    names["given"] = 3
    run("same(given, 3, 'before: it is three')\ngiven = 4\nsame(given, 4, 'after: it is four')", names)
    assert names["given"] == 3


def test_what_a_function_calls_its_own_stays_its_own(names):
    run(
        "found = 1\ndef f(found):\n    return [found for found in [found]]\nsame(f(2), [2], 'own: the argument')\n"
        "def g():\n    found = 3\n    return found\nsame([g(), found], [3, 1], 'own: the local one')",
        names,
    )


def test_a_global_statement_in_a_tests_function_means_the_tests_name(names):
    run("count = 0\ndef f():\n    global count\n    count += 1\nf()\nsame(count, 1, 'count: one call')", names)
    assert "count" not in names


@pytest.mark.parametrize("name", ["one", "rest", "others"])
def test_what_a_pattern_binds_is_the_tests(names, name):
    names[name] = "the notebook's"
    run(
        "match {'a': [1, 2, 3], 'b': 4}:\n    case {'a': [one, *others], **rest}:\n"
        "        same([one, others, rest], [1, [2, 3], {'b': 4}], 'bound: by the pattern')",
        names,
    )
    assert names[name] == "the notebook's"


def test_a_package_imported_with_a_module_of_its_keeps_its_name(names):
    run("import collections.abc\nsame(collections.abc.Sized.__name__, 'Sized', 'imported: there')", names)
