"""The release decides what runs and in which order; only answers and the learner's own cells come from the file."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from types import SimpleNamespace

import pytest

from autograder.intake import Submission, rebuild, weave
from autograder.kit.reading import NotebookCell


@dataclass(frozen=True)
class Cell:
    """A stand-in for a master's cell."""

    role: str
    cell_id: str
    release_source: str
    grade_id: str | None = None

    @property
    def cell_type(self):
        return "markdown" if self.role in ("text", "manual") else "code"


RELEASE = (
    Cell("text", "t1", "# Title"),
    Cell("given", "g1", "import numpy as np"),
    Cell("answer", "ex1", "raise NotImplementedError", "ex1"),
    Cell("test", "ex1_test", "assert f(1) == 1", "ex1_test"),
    Cell("answer", "ex2", "raise NotImplementedError", "ex2"),
    Cell("test", "ex2_test", "assert g(1) == 1", "ex2_test"),
    Cell("manual", "why", "Your words", "why"),
)
MASTER = SimpleNamespace(name="nb", cells=RELEASE)


def as_submitted(cell, **changes):
    fields = {
        "cell_type": cell.cell_type,
        "source": cell.release_source,
        "grade_id": cell.grade_id,
        "cell_id": cell.cell_id,
    }
    return NotebookCell(**{**fields, "solution": cell.role in ("answer", "manual"), **changes})


def handed_in(**sources):
    return [as_submitted(cell, source=sources.get(cell.grade_id, cell.release_source)) for cell in RELEASE]


def own(source, cell_type="code"):
    return NotebookCell(cell_type, source)


def run(cells):
    submission = Submission(Path("nb.ipynb"), cells=cells)
    return rebuild(MASTER, submission), submission.notes


SOLVED = handed_in(ex1="f = abs", ex2="g = abs", why="Because.")
PLAN = [
    ("given", None, "import numpy as np"),
    ("answer", "ex1", "f = abs"),
    ("test", "ex1_test", "assert f(1) == 1"),
    ("answer", "ex2", "g = abs"),
    ("test", "ex2_test", "assert g(1) == 1"),
    ("manual", "why", "Because."),
]


def plan(cells):
    return [(cell.kind, cell.grade_id, cell.source) for cell in cells]


def test_an_honest_notebook_is_replayed_as_it_stands():
    cells, notes = run(SOLVED)
    assert plan(cells) == PLAN
    assert notes == []


HARMLESS = {
    "reversed": SOLVED[::-1],
    "tests deleted": [cell for cell in SOLVED if not (cell.grade_id or "").endswith("_test")],
    "given cells deleted": SOLVED[2:],
    "ids lost": [NotebookCell(c.cell_type, c.source, c.grade_id, None, c.solution) for c in SOLVED],
    "all metadata lost": [NotebookCell(c.cell_type, c.source) for c in SOLVED],
    "names changed": [NotebookCell(c.cell_type, c.source, "mine", c.cell_id, c.solution) for c in SOLVED],
    "names changed, ids lost": [
        NotebookCell(c.cell_type, c.source, f"x{c.grade_id}", None, c.solution) for c in SOLVED
    ],
    "answers retyped": [NotebookCell("raw", c.source, c.grade_id, c.cell_id, c.solution) for c in SOLVED],
    "tests emptied": [
        as_submitted(r, source="pass" if r.role in ("test", "given") else c.source)
        for r, c in zip(RELEASE, SOLVED, strict=True)
    ],
    "everything twice": SOLVED + SOLVED,
    "copied before solving": SOLVED[:3] + [as_submitted(RELEASE[2])] + SOLVED[3:],
}


@pytest.mark.parametrize("cells", HARMLESS.values(), ids=HARMLESS)
def test_what_was_done_to_the_notebook_changes_nothing_that_counts(cells):
    counted = [row for row in plan(run(cells)[0]) if row[0] != "extra"]
    assert counted == PLAN


@pytest.mark.parametrize(
    "name", [name for name in HARMLESS if name not in ("reversed", "tests deleted", "given cells deleted", "ids lost")]
)
def test_what_was_set_right_is_said(name):
    assert run(HARMLESS[name])[1]


def test_own_cells_stay_behind_the_cell_they_followed():
    cells = [
        own("import sys"),
        *SOLVED[:3],
        own("helper = 1"),
        own("a note", "markdown"),
        own("  "),
        *SOLVED[3:],
        own("last = 1"),
    ]
    replayed, _ = run(cells)
    assert [c.source for c in replayed if c.kind == "extra"] == ["import sys", "helper = 1", "last = 1"]
    assert [c.source for c in replayed][:4] == ["import sys", "import numpy as np", "f = abs", "helper = 1"]
    woven, _ = weave(RELEASE, cells)
    assert ("own text", "a note") in [(c.kind, c.source) for c in woven]


def test_ids_are_ours_and_unique():
    cells = [
        *SOLVED[:3],
        NotebookCell("code", "a = 1", None, "ex2_evil"),
        NotebookCell("code", "a = 2", None, "ex2_evil"),
        *SOLVED[3:],
    ]
    ids = [cell.cell_id for cell in weave(RELEASE, cells)[0]]
    assert len(set(ids)) == len(ids)
    assert "ex2_evil" not in ids


def test_of_two_copies_the_last_changed_one_is_graded_and_the_other_runs_before():
    cells = [*SOLVED[:2], as_submitted(RELEASE[2], source="f = min"), *SOLVED[2:]]
    replayed, notes = run(cells)
    assert plan(replayed)[1:3] == [("extra", None, "f = min"), ("answer", "ex1", "f = abs")]
    assert any("ex1 is there 2 times" in note for note in notes)


def test_an_untouched_answer_is_replayed_as_the_stub():
    assert ("answer", "ex1", "raise NotImplementedError") in plan(run(handed_in())[0])


def test_a_missing_answer_is_not_replayed_and_is_said_but_shown_as_released():
    cells = [cell for cell in SOLVED if cell.grade_id != "ex1"]
    replayed, notes = run(cells)
    assert plan(replayed) == [row for row in PLAN if row[1] != "ex1"]
    assert notes == ["Cell ex1 is missing from the notebook that was handed in."]
    assert ("missing", "ex1") in [(c.kind, c.grade_id) for c in weave(RELEASE, cells)[0]]


def test_a_test_cell_of_the_learners_never_runs_as_a_test():
    forged = [
        as_submitted(cell, source="print('PASSED')" if cell.role == "test" else cell.release_source) for cell in RELEASE
    ]
    replayed, notes = run(
        forged + [as_submitted(RELEASE[3], source="print('PASSED')", grade_id="ex9_test", cell_id="z")]
    )
    assert [c.source for c in replayed if c.kind == "test"] == ["assert f(1) == 1", "assert g(1) == 1"]
    assert any("ex1_test" in note for note in notes)


def test_a_file_with_a_problem_replays_no_answer_and_adds_no_notes():
    submission = Submission(Path("nb.ipynb"), problem="The file is empty.")
    assert {cell.kind for cell in rebuild(MASTER, submission)} == {"given", "test"}
    assert submission.notes == []


def test_rebuilding_twice_says_things_once():
    submission = Submission(Path("nb.ipynb"), cells=SOLVED[:3])
    rebuild(MASTER, submission)
    once = list(submission.notes)
    rebuild(MASTER, submission)
    assert submission.notes == once
