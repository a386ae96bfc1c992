"""A failure of ours changes nothing; a person's marks survive; an empty gradebook is enough."""

from __future__ import annotations

import os
import sqlite3
import sys

import pytest

from autograder.bridge import guard
from autograder.runs.canaries import SEED
from tests.nbgrader.classroom import NAME
from tests.notebooks.lesson import PATHS

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the judge needs fork")


@pytest.fixture
def api(classroom, monkeypatch):
    """What formgrader calls, in this process, so that the judge can be made to fail."""
    from nbgrader.apps.api import NbGraderAPI
    from nbgrader.coursedir import CourseDirectory
    from traitlets.config import PyFileConfigLoader

    monkeypatch.chdir(classroom.paths.root)
    monkeypatch.setenv("PATH", os.environ["PATH"])
    config = PyFileConfigLoader("nbgrader_config.py", path=str(classroom.paths.root)).load_config()
    return NbGraderAPI(CourseDirectory(config=config), config=config)


@pytest.fixture(scope="module")
def graded(classroom):
    classroom.hand_in("ada", classroom.notebook())
    assert not (classroom.paths.classroom / "gradebook.db").exists()
    classroom.run("autograde", NAME)
    return classroom


def break_judge(monkeypatch, how):
    class Broken(guard.Judge):
        def grade(self, master, cells, seed, **kwargs):
            if seed == SEED:  # the canaries find nothing: it breaks at the learner
                return super().grade(master, cells, seed, **kwargs)
            if how == "raises":
                raise RuntimeError("the judge fell over")
            result = super().grade(master, cells, seed, **kwargs)
            cells = [guard_replace(result.cells[0], outcome="ours", points=None), *result.cells[1:]]
            return guard_replace(result, cells=cells)

    monkeypatch.setattr(guard, "Judge", Broken)


def guard_replace(thing, **changes):
    from dataclasses import replace

    return replace(thing, **changes)


def everything(classroom):
    """Gradebook and autograded notebooks, byte for byte."""
    files = (classroom.paths.classroom / "autograded").rglob("*")
    with sqlite3.connect(classroom.paths.classroom / "gradebook.db") as database:
        return list(database.iterdump()), {path: path.read_bytes() for path in files if path.is_file()}


def test_an_empty_gradebook_registers_the_assignment_itself(graded):
    assert graded.scores("ada") == graded.points


@pytest.mark.parametrize("how", ["raises", "ours"])
def test_when_the_judge_fails_on_a_regrade_nothing_changes(graded, api, monkeypatch, how):
    before = everything(graded)
    break_judge(monkeypatch, how)
    done = api.autograde(NAME, "ada")
    assert not done["success"]
    assert everything(graded) == before


@pytest.mark.parametrize("how", ["raises", "ours"])
def test_when_the_judge_fails_on_a_new_submission_it_is_not_in_the_gradebook(graded, api, monkeypatch, how):
    graded.hand_in("new", graded.notebook())
    before = everything(graded)
    break_judge(monkeypatch, how)
    assert not api.autograde(NAME, "new")["success"]
    assert everything(graded) == before


def test_when_saving_fails_the_previous_copy_comes_back(graded, api, monkeypatch):
    before = everything(graded)
    monkeypatch.setattr("autograder.bridge.save.write_verdicts", lambda *args: 1 / 0)
    assert not api.autograde(NAME, "ada")["success"]
    assert everything(graded) == before


def test_a_regrade_keeps_a_persons_score_and_comment(graded, api):
    test = next(iter(graded.points))
    with sqlite3.connect(graded.paths.classroom / "gradebook.db") as database:
        database.execute("update grade set manual_score = 0.5 where auto_score is not null")
        database.execute("update comment set manual_comment = 'well done'")
    done = api.autograde(NAME, "ada")
    assert done["success"], done
    assert graded.scores("ada") == graded.points
    assert graded.scores("ada", "manual_score")[test] == 0.5
    with sqlite3.connect(graded.paths.classroom / "gradebook.db") as database:
        assert {text for (text,) in database.execute("select manual_comment from comment")} == {"well done"}


def test_generate_assignment_writes_what_the_build_writes(graded):
    released = graded.paths.course / NAME / f"{NAME}.ipynb"
    wanted = released.read_bytes()
    released.unlink()
    graded.run("generate_assignment", NAME, "--force")
    assert released.read_bytes() == wanted == (PATHS.course / NAME / f"{NAME}.ipynb").read_bytes()


def test_below_the_level_that_the_configuration_asks_for_nothing_is_graded(graded):
    before = everything(graded)
    graded.hand_in("eve", graded.notebook())
    configuration = graded.paths.root / "nbgrader_config.py"
    usual = configuration.read_text(encoding="utf-8")
    configuration.write_text(f"{usual}\nc.RebuildExporter.require = 9\n")
    done = graded.run("autograde", NAME, check=False)
    configuration.write_text(usual)
    assert done.returncode != 0 and "level 9 is required" in done.stderr, done.stderr
    assert everything(graded) == before
