"""Every case of `autograder selftest`, at every level this machine has, with trip-wires around it."""

import tomllib
from pathlib import Path

import pytest

from autograder.selftest.cases import honest, hostile, table
from autograder.selftest.run import faults


@pytest.mark.parametrize("case", hostile(), ids=lambda case: case.name)
def test_an_attack_gains_nothing_and_harms_nothing(levelled, wires, case):
    if levelled.level < case.level:
        pytest.skip(f"stopped from level {case.level} on")
    assert faults(levelled, case, wires) == []


@pytest.mark.parametrize("case", honest(), ids=lambda case: case.name)
def test_honest_work_gets_full_marks(levelled, wires, case):
    assert faults(levelled, case, wires) == []


def test_every_case_says_what_must_come_of_it():
    assert all(case.title and case.answer.strip() for case in hostile() + honest())
    assert {case.points for case in honest()} == {"full"}
    assert set(range(1, 45)) <= {case.number for case in hostile()}
    assert all(case.stock for case in hostile() if case.faults)


def test_every_case_comes_with_the_wheel():
    root = Path(__file__).parents[2]
    patterns = tomllib.loads((root / "pyproject.toml").read_text())["tool"]["setuptools"]["package-data"]
    listed = {
        file for pattern in patterns["autograder.selftest"] for file in (root / "autograder/selftest").glob(pattern)
    }
    assert {root / "autograder" / "selftest" / case.file for case in hostile() + honest()} == listed


def test_the_table_in_the_documentation_is_that_of_the_files():
    assert (Path(__file__).parents[2] / "docs" / "hostile-cases.md").read_text(encoding="utf-8") == table()


def test_the_table_on_stock_nbgrader_has_a_row_for_each_case_and_ours_held_in_all():
    page = (Path(__file__).parents[2] / "docs" / "stock-nbgrader.md").read_text(encoding="utf-8")
    rows = [[part.strip() for part in line.strip("|").split(" | ")] for line in page.splitlines() if line[:2] == "| "]
    rows = [row for row in rows if row[0] != "case"]
    cases = [*hostile(), *honest()]
    for (title, _, stock, ours), case in zip(rows, cases, strict=True):
        assert title.endswith(case.title.replace("|", "\\|").strip().rstrip("."))
        if case.faults:
            assert (stock, ours) == (case.stock, "as it must be, in every file of the case")
        else:
            assert ours.startswith({"full": "3 of 3; right", "zero": "0 of 3", "any": ""}[case.points])
