"""The released notebooks in a learner's hands: Run All reaches the end from the start, and checks answer at once."""

from __future__ import annotations

import time

import nbformat
import pytest
from nbclient import NotebookClient

from autograder.authoring.masters import load_master
from autograder.kit.check import check
from autograder.sandbox.datafiles import write_files
from tests.notebooks.lesson import ASSIGNMENTS, NAMES, PATHS, THOROUGH, Lesson, handed_in

AT_ONCE = 1.0  # seconds
SOME = ["01_tensors", "05_custom_functions", "11_claims"]  # where the solved notebooks are checked in `make test`


@pytest.fixture(params=NAMES)
def master(request):
    return load_master(PATHS, request.param)


def put(folder, master, document=None):
    """The notebook's file, as released or as given, with what lies beside it."""
    write_files(folder, master.files)
    path = folder / f"{master.name}.ipynb"
    path.write_text(nbformat.writes(nbformat.from_dict(document)) if document else master.release_text, "utf-8")
    return path


def test_run_all_reaches_the_end_with_every_stub_in_place(master, tmp_path, monkeypatch):
    """In a real kernel, which stops at an error in a cell that is not meant to fail."""
    monkeypatch.setenv("PYTHONPATH", str(PATHS.root))
    notebook = nbformat.read(put(tmp_path, master), as_version=4)
    client = NotebookClient(
        notebook, kernel_name="python3", timeout=60, resources={"metadata": {"path": str(tmp_path)}}
    )
    client.execute()
    cells = [cell for cell in notebook.cells if cell.cell_type == "code"]
    assert all(cell.execution_count for cell in cells)
    assert not [out for cell in cells for out in cell.outputs if out.get("name") == "stderr"]


def test_a_stub_says_that_it_is_one(master, tmp_path):
    report = check(put(tmp_path, master))
    assert report.notes == ([] if master.name in ASSIGNMENTS else ["There is no exercise in this notebook."])
    own = {"ex0_1"}  # its stub is a wrong answer, to show how a failure reads
    assert {each.name for each in report.exercises if each.outcome not in ("stub", "manual")} <= own
    assert all(each.outcome == "wrong" for each in report.exercises if each.name in own)


@pytest.mark.parametrize("name", NAMES if THOROUGH else SOME)
def test_the_references_answers_pass_every_visible_check(name, tmp_path):
    master = load_master(PATHS, name)
    report = check(put(tmp_path, master, handed_in(master)))
    found = {each.grade_id: each.outcome for each in report.exercises if each.outcome != "manual"}
    commitments = {test.grade_id for test in master.tests if test.commitment}
    assert set(found) == {test.grade_id for test in master.tests}
    assert report.notes == [] or master.name not in ASSIGNMENTS
    assert set(found.values()) <= {"holds", "set"}
    assert {found[grade_id] for grade_id in commitments} <= {"set"}, "a commitment shows no more than that it is one"


@pytest.mark.parametrize("name", ASSIGNMENTS)
def test_every_visible_check_answers_in_under_a_second(name, tmp_path):
    """By the process's own clock, which does not run while others have the machine."""
    pytest.importorskip("matplotlib").use("Agg")
    taken = {}

    def visible(cell, namespace):
        began = time.process_time()
        exec(compile(cell.visible, cell.grade_id, "exec"), namespace)
        taken[cell.grade_id] = time.process_time() - began

    lesson = Lesson.read(name)
    lesson.run(tmp_path, visible)
    assert taken.keys() == {cell.grade_id for cell in lesson.source.by_role("test")}
    assert max(taken.values()) < AT_ONCE, taken
