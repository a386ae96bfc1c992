"""A test's function is lent for that test: whoever keeps it and calls it in a later one asks an oracle that is gone."""

from dataclasses import replace

import pytest
from judging import make_master

from autograder.intake import ReplayCell
from autograder.master import Master

KEEPS = "kept = []\ndef keep(f):\n    kept.append(f)\n    return f(1.0)"
FIRST = "def f(x):\n    return x + 1\nclose(keep(f), 2.0, 'first: what f gives')"
SECOND = "def g(x):\n    return 41.0\nclose(use(g, 1.0), 41.0, 'second: what g gives')"


def two_tests():
    given, answer, test = make_master("close(1, 1, 'law: l')").cells
    cells = [given]
    for name, source in (("ex1", FIRST), ("ex2", SECOND)):
        cells.append(replace(answer, cell_id=name, grade_id=name))
        marks = {"cell_id": f"{name}_test", "grade_id": f"{name}_test", "answers": (name,)}
        cells.append(replace(test, source=source, release_source=source, visible=source, **marks))
    return Master("two", "0", tuple(cells), imports=("import numpy as np",))


@pytest.mark.parametrize(
    ("use", "outcome"),
    [
        ("return g(x)", "right"),
        ("kept[0](x); return g(x)", "protocol"),
    ],
)
def test_a_function_of_an_earlier_test_may_not_be_called(judge, use, outcome):
    master = two_tests()
    answers = {"ex1": KEEPS, "ex2": f"def use(g, x):\n    {use}"}
    cells = [
        ReplayCell(cell.role, cell.grade_id, cell.cell_id, answers.get(cell.grade_id, cell.source))
        for cell in master.cells
    ]
    first, second = judge.grade(master, cells, b"kept").cells
    assert (first.outcome, second.outcome) == ("right", outcome), second
