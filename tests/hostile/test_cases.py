"""Every case of `autograder selftest` with trip-wires around it, those of code at every level this machine has."""

import tomllib
from dataclasses import replace
from pathlib import Path

import pytest

from autograder.judge.verdict import OUTCOMES
from autograder.selftest.cases import Case, honest, hostile, read, table
from autograder.selftest.exercise import RIGHT
from autograder.selftest.run import faults
from autograder.selftest.stage import WRONG

CODE = [case for case in hostile() if not case.faults]
FILES = [case for case in hostile() if case.faults]  # they are read by us: what a worker may do makes no difference


@pytest.mark.parametrize("case", CODE, ids=lambda case: case.name)
def test_an_attack_gains_nothing_and_harms_nothing(levelled, wires, case):
    if levelled.level < case.level:
        pytest.skip(f"stopped from level {case.level} on")
    if case.elsewhere:
        pytest.skip(f"it can be tried on {case.machine} only")
    assert faults(levelled, case, wires) == []


@pytest.mark.parametrize("case", FILES, ids=lambda case: case.name)
def test_an_attack_by_what_is_handed_in_gains_nothing_and_harms_nothing(judge, wires, case):
    assert faults(judge, case, wires) == []


@pytest.mark.parametrize("case", honest(), ids=lambda case: case.name)
def test_honest_work_gets_full_marks(levelled, wires, case):
    assert faults(levelled, case, wires) == []


def test_every_case_says_what_must_come_of_it():
    assert all(case.title and case.answer.strip() for case in hostile() + honest())
    assert {case.points for case in honest()} == {"full"}
    assert {outcome for case in hostile() for outcome in case.outcomes} <= set(OUTCOMES)
    assert set(range(1, 45)) <= {case.number for case in hostile()}
    assert all(case.stock for case in hostile() if case.faults)


HEAD = "# 99 · Tries something.\n"
ZERO = "# expect: zero wrong\n"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (f"{HEAD}{ZERO}\n{WRONG}", "has a control"),
        (f"{HEAD}# expect: full\n\n{RIGHT}  # control: pass", "nothing else has"),
        (f"{HEAD}{ZERO}# control: none, because it ends.\n\n{WRONG}  # control: pass", "has a control"),
        (f"{HEAD}# expect: zero\n\n{WRONG}  # control: pass", "says nothing"),
        (f"{HEAD}# expect: any\n\n{WRONG}  # control: pass", "says nothing"),
        (f"{HEAD}{ZERO}# control: none\n\n{WRONG}", "says nothing"),
    ],
)
def test_a_case_names_its_outcome_and_has_a_control_or_says_why_not(tmp_path, text, reason):
    file = tmp_path / "99_tries.ipy"
    file.write_text(text + "\n")
    with pytest.raises(ValueError, match=reason):
        read(file)


def test_a_case_is_read_with_its_control_and_its_control_taken_out(tmp_path):
    file = tmp_path / "99_tries.ipy"
    file.write_text(f"{HEAD}{ZERO}\nx = 1\n    y = 2  # control: y = 3\n")
    case = read(file)
    assert (case.answer, case.control) == ("x = 1\n    y = 2\n", "x = 1\n    y = 3\n")


def test_a_case_whose_control_gets_no_points_proves_nothing(judge, wires):
    breaks = Case("99", "Breaks its own process.", WRONG, "zero", ("wrong",), control="import os; os._exit(0)")
    (fault,) = faults(judge, breaks, wires)
    assert fault.startswith("its control: 0 points, crashed, instead of 3, right"), fault
    assert faults(judge, replace(breaks, control=RIGHT), wires) == []


def test_a_case_of_files_in_which_nothing_honest_was_taken_proves_nothing(judge, wires):
    empty = Case("99", "Hands in nothing.", "", faults=lambda stage: stage.refused("nothing", b""))
    (fault,) = faults(judge, empty, wires)
    assert "nothing honest was taken" in fault
    both = replace(empty, faults=lambda stage: stage.unearned("it", stage.document))
    assert faults(judge, both, wires) == []


def test_an_attack_that_breaks_a_right_answer_is_told(judge, wires):
    def around(stage):
        return stage.unearned("it", lambda answer: stage.document(f"{answer}\nimport os; os._exit(0)"), "crashed")

    (fault,) = faults(judge, Case("99", "Ends its process.", "", faults=around), wires)[:1]
    assert fault.startswith("it, around a right answer: 0 points, crashed instead of right"), fault


@pytest.mark.parametrize(
    ("action", "told"),
    [
        ("os.getpid", ["it could make the call"]),
        ("lambda: os.open('nowhere', os.O_RDONLY)", []),
        ("lambda: os.misspelt()", ["it could do anything, since to make the call was never tried: "]),
    ],
)
def test_an_attempt_is_told_when_it_succeeds_and_when_it_was_never_tried(judge, wires, action, told):
    found = faults(judge, Case("99", "Attempts it.", f"attempt('make the call', {action})\n{RIGHT}"), wires)
    assert len(found) == len(told) and all(map(str.startswith, found, told)), found


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
            points = "3" if case.points == "full" else "0"
            assert ours in [f"{points} of 3; {outcome}" for outcome in case.outcomes], title
