"""What a learner does with the real notebook: check it, hand it in, receive it in a zip."""

from __future__ import annotations

import json
import zipfile

import pytest

from autograder.demo import NAME
from autograder.handout import pack
from autograder.kit import check, handin
from autograder.paths import Paths


@pytest.fixture
def work(classroom, tmp_path):
    """A learner's file of the real notebook."""

    def write(document=None):
        path = tmp_path / f"{NAME}.ipynb"
        released = classroom.paths.course / NAME / f"{NAME}.ipynb"
        path.write_bytes(json.dumps(document).encode() if document else released.read_bytes())
        return path

    return write


def test_the_release_runs_top_to_bottom_and_every_exercise_is_a_stub(work, classroom):
    report = check.check(work())
    assert {exercise.outcome for exercise in report.exercises} == {"stub"}
    assert report.notes == []
    assert (report.score, report.max_score) == (0, sum(classroom.points.values()))


def test_solved_exercises_pass_their_visible_checks(work, classroom):
    report = check.check(work(classroom.notebook()))
    assert {exercise.outcome for exercise in report.exercises} == {"right", "committed"}
    assert report.score == report.max_score


def test_the_file_to_hand_in_is_graded_like_the_notebook_itself(work, classroom, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert handin.main([str(work(classroom.notebook()))]) == 0
    handed_in = json.loads((tmp_path / "hand-in" / f"{NAME}.ipynb").read_text())
    wanted = classroom.notebook()
    assert [cell["source"] for cell in handed_in["cells"]] == [cell["source"] for cell in wanted["cells"]]
    assert [cell["metadata"] for cell in handed_in["cells"]] == [cell["metadata"] for cell in wanted["cells"]]


def test_the_real_course_packs_without_a_leak(built, classroom, tmp_path):
    copy = Paths(classroom.paths.root)
    for name in ("minigrad", "autograder", "constraints.txt"):
        if not (copy.root / name).exists():
            (copy.root / name).symlink_to(built.root / name)
    with zipfile.ZipFile(pack.pack(copy)) as archive:
        names = archive.namelist()
    assert f"minigrad-course/release/{NAME}/{NAME}.ipynb" in names
    assert not [name for name in names if "solutions" in name or "judge" in name]
