"""A running term meets a new version: each hand-in is graded by the tests of its own, or refused with a sentence."""

from __future__ import annotations

import json
import sys

import pytest
from classes import NAME, ROOT, WRONG, ReadingJudge
from other_versions import NEW, OLD, OTHER_CELLS, OTHER_TESTS, make

from autograder.authoring.versions import UNSTAMPED, kept_file, version_of
from autograder.cli import main
from autograder.grading.command import as_text
from autograder.intake import read_submission
from autograder.kit.reading import STAMP, stamp_of
from autograder.paths import Paths
from autograder.runs.releases import OtherRelease, Releases
from tests.notebooks.lesson import NAMES

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the judge needs fork")


@pytest.fixture
def term(small):
    """A class of version 1.0."""
    small.paths.classroom.mkdir(exist_ok=True)
    make(small, OLD)
    return small


def versions(found) -> dict[str, str]:
    """Of the masters that judged."""
    return {learner: version_of(judged.master) for learner, judged in found.entries.items()}


def without_stamp(file) -> None:
    document = json.loads(file.read_text())
    del document["metadata"][STAMP]
    file.write_text(json.dumps(document))


def shows(small, learner: str, text: str) -> bool:
    """Is this in a given cell of the autograded notebook?"""
    return any("".join(cell["source"]).endswith(text) for cell in small.autograded(learner)["cells"])


def test_an_old_hand_in_is_graded_by_the_master_of_its_own_version(term):
    term.hand_in("ada")
    term.grade()
    make(term, NEW, OTHER_CELLS, OTHER_TESTS)
    term.hand_in("ben")
    found = term.grade()
    assert versions(found) == {"ada": OLD, "ben": NEW}
    assert term.tests() == {"ada": 2.0, "ben": 2.0}
    assert shows(term, "ada", "GIVEN = 3") and shows(term, "ben", "GIVEN = 4")
    assert found.entries["ada"].master.digest != found.entries["ben"].master.digest
    assert "made from version 1.0" in as_text(found)
    assert term.grade().kept == 2


def test_a_version_that_was_built_and_never_graded_is_kept_by_the_next_build(term):
    term.hand_in("ada")
    make(term, NEW, OTHER_CELLS)
    assert versions(term.grade()) == {"ada": OLD}


def test_nbgraders_command_grades_by_the_same_master(term):
    term.hand_in("ada")
    make(term, NEW, OTHER_CELLS)
    term.hand_in("ben")
    term.nbgrader("Autograde")
    assert term.tests() == {"ada": 2.0, "ben": 2.0}
    assert shows(term, "ada", "GIVEN = 3") and shows(term, "ben", "GIVEN = 4")


def test_without_its_master_a_hand_in_is_refused_and_its_mark_stays(term, monkeypatch, capsys):
    term.hand_in("ada")
    term.grade()
    make(term, NEW, OTHER_CELLS)
    kept_file(term.paths, NAME, OLD).unlink()
    term.hand_in("ben")
    term.query("update grade set manual_score = 1.5 where auto_score = 2.0")
    found = term.grade()
    assert versions(found) == {"ben": NEW}
    assert "from version 1.0 of 01_doubling, this is version 1.1, and no master" in found.left_out["ada"]
    assert term.marks("manual_score")["ada", "ex1_1_test"] == 1.5 and shows(term, "ada", "GIVEN = 3")
    monkeypatch.chdir(term.paths.root)
    monkeypatch.setattr("autograder.judge.pool.Judge", ReadingJudge)
    assert main(["grade", "01"]) == 1
    assert "ada: not taken: It was made from version 1.0" in capsys.readouterr().out


def test_nbgraders_command_refuses_it_with_a_sentence_and_grades_the_others(term, caplog):
    from nbgrader.converters.base import NbGraderException

    for learner in ("ada", "cleo"):
        term.hand_in(learner)
    term.nbgrader("Autograde")
    term.query("update grade set manual_score = 1.5 where auto_score = 2.0")
    make(term, NEW, OTHER_CELLS)
    kept_file(term.paths, NAME, OLD).unlink()
    term.hand_in("ben", WRONG)
    caplog.clear()
    with pytest.raises(NbGraderException, match="their marks stay, for the reason above: ada, cleo"):
        term.nbgrader("Autograde", force=True)
    assert "ada, 01_doubling: not graded. It was made from version 1.0" in caplog.text
    assert "Traceback" not in caplog.text and "error processing" not in caplog.text
    assert term.tests() == {"ada": 2.0, "ben": 0.0, "cleo": 2.0}
    assert term.tests("manual_score")["ada"] == 1.5 and shows(term, "ada", "GIVEN = 3")


def test_with_the_same_cells_the_tests_of_this_version_stand_in_for_a_master_that_is_lost(term):
    term.hand_in("ada")
    make(term, NEW, OTHER_TESTS)
    assert versions(term.grade()) == {"ada": OLD}
    kept_file(term.paths, NAME, OLD).unlink()
    assert versions(term.grade()) == {"ada": NEW}


def test_what_is_corrected_within_a_version_holds_for_all_its_hand_ins(term):
    term.hand_in("ada")
    term.grade()
    make(term, OLD, OTHER_CELLS)
    found = term.grade()
    assert versions(found) == {"ada": OLD} and shows(term, "ada", "GIVEN = 4")
    assert "made from" not in as_text(found)


@pytest.mark.parametrize(
    "change",
    [('"points": 2}', '"points": 3}'), ('"grade_id": "ex1_2"', '"grade_id": "ex1_3"')],
)
def test_a_version_with_other_exercises_is_not_graded_into_the_same_gradebook(term, change):
    term.hand_in("ada")
    make(term, NEW, change)
    found = term.grade()
    assert not found.entries
    assert "one gradebook cannot hold both: install version 1.0" in found.left_out["ada"]


def test_a_master_that_this_code_cannot_read_says_which_version_to_install(term):
    term.hand_in("ada")
    make(term, NEW, OTHER_CELLS)
    file = kept_file(term.paths, NAME, OLD)
    file.write_text(file.read_text().replace('"schema": 3', '"schema": 2'))
    assert "version 1.1 cannot read: install version 1.0" in term.grade().left_out["ada"]


def test_a_master_whose_tests_have_lost_their_teeth_here_grades_nobody(term):
    class Changed(ReadingJudge):
        """As if this code judged everything by an old master as right."""

        def grade(self, master, cells, seed, *arguments, **named):
            self.old = version_of(master) == OLD
            return super().grade(master, cells, seed, *arguments, **named)

        def verdict(self, answer, points, problem):
            return ("right", points) if self.old else ReadingJudge.verdict(answer, points, problem)

    term.hand_in("ada", WRONG)
    make(term, NEW, OTHER_CELLS)
    found = term.grade(Changed)
    assert "the bare stub gets 2 points" in found.left_out["ada"]
    assert "install version 1.0" in found.left_out["ada"]


def test_a_cluster_whose_workers_do_not_have_a_kept_master_is_not_asked_to_judge_by_it(term):
    file = term.hand_in("ada")
    make(term, NEW, OTHER_CELLS)
    releases = Releases(term.paths, term.master, here=False)
    with pytest.raises(OtherRelease, match="without --scheduler"):
        releases.master_for(read_submission(file), ReadingJudge())
    assert releases.master_for(read_submission(term.hand_in("ben")), ReadingJudge()) is releases.current


def test_a_hand_in_that_names_no_version_is_known_by_its_cells(term):
    without_stamp(term.hand_in("ada"))
    make(term, NEW, OTHER_CELLS)
    kept_file(term.paths, NAME, OLD).rename(kept_file(term.paths, NAME, UNSTAMPED))
    master = json.loads(kept_file(term.paths, NAME, UNSTAMPED).read_text())
    release = json.loads(master["release_text"])
    del release["metadata"][STAMP]
    kept_file(term.paths, NAME, UNSTAMPED).write_text(json.dumps(master | {"release_text": json.dumps(release)}))
    without_stamp(term.hand_in("cleo"))
    assert versions(term.grade()) == {"ada": UNSTAMPED, "cleo": NEW}
    kept_file(term.paths, NAME, UNSTAMPED).write_text("{}")
    assert versions(found := term.grade()) == {"cleo": NEW}
    assert "cannot read" in found.left_out["ada"]


def test_a_hand_in_without_a_version_that_has_another_releases_answers_is_refused(term):
    without_stamp(term.hand_in("ada"))
    make(term, NEW, ('"grade_id": "ex1_2"', '"grade_id": "ex1_3"'))
    kept_file(term.paths, NAME, OLD).unlink()
    assert "has the answer ex1_2, which 01_doubling of version 1.1 has not" in term.grade().left_out["ada"]


@pytest.mark.parametrize("version", ["../../secret", "9.9\n", "", 7, None])
def test_a_version_that_nobody_released_leads_nowhere(term, version):
    file = term.hand_in("ada")
    document = json.loads(file.read_text())
    document["metadata"][STAMP] = {"version": version, "cells": "0"}
    file.write_text(json.dumps(document))
    found = term.grade()
    # What is no text is no stamp, so the cells tell.
    assert ("ada" in found.entries) == (not isinstance(version, str))


def test_the_stamp_tells_nothing_of_hidden_tests_and_all_of_the_cells(term):
    def stamp():
        return stamp_of(json.loads((term.paths.course / NAME / f"{NAME}.ipynb").read_text()))

    first = stamp()
    make(term, OLD, OTHER_TESTS)
    assert stamp() == first
    make(term, OLD, OTHER_CELLS)
    assert stamp().version == OLD and stamp().cells != first.cells


def test_the_change_log_begins_with_the_version_that_learners_get():
    paths = Paths(ROOT)
    version = next(
        line.removeprefix("## ").split()[0]
        for line in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8").splitlines()
        if line.startswith("## ")
    )
    files = [paths.course / name / f"{name}.ipynb" for name in NAMES]
    assert {stamp_of(json.loads(file.read_text(encoding="utf-8"))).version for file in files} == {version}
