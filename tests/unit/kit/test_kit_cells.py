"""A test cell in the learner's own kernel: builtins of its own, and a quiet line when what it checks holds."""

import ast

import pytest

from autograder import kit
from autograder.kit.cells import TestCells
from autograder.kit.checks import CheckFailed

TAKEN = {"sum": 0, "len": 3, "list": [1], "range": None, "ValueError": None}
HOLDS = "The visible checks in this cell hold.\n"


@pytest.fixture
def run(capsys):
    """Run cells of a notebook one after the other; what each printed."""
    names = {"__name__": "__main__"} | {name: getattr(kit, name) for name in ("close", "same", "raises", "plain")}
    cells = TestCells(names)

    def run(source, cell_id=None, **more):
        names.update(more)
        cells.begin(cell_id)
        exec(compile(cells.visit(ast.parse(source)), "<cell>", "exec"), names)
        return capsys.readouterr().out

    return run


@pytest.mark.parametrize(
    "check",
    [
        "same(len([1, 2]), 2, 'size: two')",
        "for i in range(2):\n    close(sum([i, 1]), i + 1, 'sum: of two')",
        "def expected():\n    return list(range(3))\nsame(expected(), [0, 1, 2], 'order: as counted')",
        "with raises(ValueError, 'refused: no number'):\n    int('a')",
        "class Two:\n    size = len('ab')\nsame(f'{len(Two.__name__)}', '3', 'name: of the class')",
        "class Base:\n    pass\nclass Two(Base):\n    def __init__(self):\n        super().__init__()\n"
        "Two()\nsame(1, 1, 'super: finds its class')",
    ],
)
def test_a_builtin_that_the_learner_rebound_is_pythons_own_in_a_test(run, check):
    assert run(check, **TAKEN) == HOLDS


def test_a_name_of_the_kit_that_the_learner_rebound_is_the_kits_own_in_a_test(run):
    assert run("same(plain(1), 1, 'one: one')", plain=None) == HOLDS
    assert run("close(plain(1), 1, 'one: one')", "ex1_1_test", close=None, same=None) == HOLDS, "Jupyter tells it"


def test_a_name_that_the_test_binds_itself_is_the_tests(run):
    assert run("def sum(values, max=4):\n    return max\nsame(sum([1]), 4, 'own: its sum')") == HOLDS


@pytest.mark.parametrize("helper", ["", "def told(spoil):\n    return spoil([2])\n"])
def test_what_a_test_gives_to_an_answer_is_a_copy_whatever_other_parameters_are_called(run, helper):
    run("def spoil(values):\n    values[0] = 9")
    assert run(f"{helper}values = [1]\nspoil(values)\nsame(values, [1], 'given: as it was')") == HOLDS


def test_the_learners_own_function_goes_on_seeing_the_learners_names(run):
    run("def total(values):\n    return sum", **TAKEN)
    assert run("same(total([1]), 0, 'theirs: their sum')") == HOLDS


@pytest.mark.parametrize(
    "source",
    [
        "print(sum)",
        "def helper():\n    close(1, 1, 'a: b')\nprint(sum)",
        "close(1, 1, 'words without a name')\nprint(sum)",
    ],
)
def test_a_cell_that_is_no_test_runs_as_it_is(run, source):
    assert run(source, **TAKEN) == "0\n"


@pytest.mark.parametrize(
    "calls",
    ["battery(1)", "for number in (1, 1):\n    battery(number)", "def both():\n    battery(1)\nboth()"],
)
def test_a_cell_whose_checks_stand_in_functions_that_it_calls_is_a_test(run, calls):
    source = f"def battery(number):\n    same(number, 1, 'one: one')\n    if number > 1:\n        battery(1)\n{calls}"
    assert run(source, **TAKEN) == HOLDS


def test_where_jupyter_tells_the_cell_an_answer_with_a_check_in_it_stays_the_learners(run):
    source = "same(1, 1, 'mine: one')\nprint(sum)"
    assert run(source, "ex1_2", **TAKEN) == "0\n"
    assert run(source, "ex1_2_test").endswith(HOLDS)
    assert run(source, "6bd2f5a1").endswith(HOLDS), "another editor's id says nothing"


@pytest.mark.parametrize(
    ("law", "says"), [("commitment", "Your prediction is set.\n"), ("choice", "Your letter is set.\n")]
)
def test_a_commitment_is_set_and_nothing_is_said_of_its_being_right(run, law, says):
    assert run(f"same(1, 1, '{law}: one of those')\nsame(2, 2, '{law}: and another')") == says


def test_the_checks_may_be_imported_by_the_test_itself(run):
    assert run("from autograder.kit import same as same\nsame(1, 1, 'one: one')", same=None) == HOLDS


def test_a_failure_that_the_learners_code_swallowed_still_counts(run):
    run("def swallow(f):\n    try:\n        f()\n    except BaseException:\n        pass")
    with pytest.raises(CheckFailed, match="inner"):
        run("swallow(lambda: same(1, 2, 'inner: is one'))\nsame(1, 1, 'outer: is one')")
    assert run("same(1, 1, 'outer: is one')") == HOLDS, "the next cell begins anew"
