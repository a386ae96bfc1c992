"""`nbgrader autograde` killed between its own writes: the next run grades again what looks graded and is not."""

from __future__ import annotations

import os
import shutil
import signal
import sys

import pytest
from classes import NAME, ReadingJudge, SmallClass
from killing import Round

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="no fork")

# nbgrader's steps in their order, each a place to die just before it.
STEPS = (
    "nbgrader.converters.base.BaseConverter.init_assignment",
    "nbgrader.converters.autograde.Autograde.convert_single_notebook",
    "autograder.bridge.save.write_verdicts",
    "autograder.bridge.late.LatePenalties.preprocess",
    "nbgrader.converters.base.BaseConverter.set_permissions",
)


def autograde(small: SmallClass) -> None:
    """What the command does, without --force: a submission that seems to be graded is left out."""
    from nbgrader.converters import Autograde
    from nbgrader.coursedir import CourseDirectory
    from traitlets.config import PyFileConfigLoader

    config = PyFileConfigLoader("nbgrader_config.py", path=str(small.paths.root)).load_config()
    coursedir = CourseDirectory(config=config, assignment_id=NAME)
    Autograde(coursedir=coursedir, config=config, force=autograde.force).start()


autograde.force = False


@pytest.fixture(scope="module")
def killed_class(course_of_one, tmp_path_factory):
    root = tmp_path_factory.mktemp("killed") / "course"
    shutil.copytree(course_of_one.root, root)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("autograder.judge.pool.Judge", ReadingJudge)
        patch.setattr("autograder.bridge.guard.Judge", ReadingJudge)
        yield Round(root, learners=2, run=autograde, at_once=False)


def die_before(step: str) -> None:
    def die(*arguments: object, **named: object) -> None:
        os.kill(os.getpid(), signal.SIGKILL)

    pytest.MonkeyPatch().setattr(step, die)


@pytest.mark.parametrize("step", STEPS)
def test_a_regrade_that_is_killed_is_completed_by_the_next_run(killed_class, monkeypatch, step):
    monkeypatch.setattr(autograde, "force", True)
    killed_class.prepare()
    assert killed_class.killed(lambda: die_before(step))
    assert list(killed_class.findings()) == []


@pytest.mark.parametrize("step", STEPS)
def test_a_first_grading_that_is_killed_is_not_taken_for_done(course_of_one, tmp_path, killed_class, step):
    shutil.copytree(course_of_one.root, tmp_path / "course")
    first = Round(tmp_path / "course", learners=1, run=autograde, at_once=False)
    first.small.hand_in("learner000")
    assert first.killed(lambda: die_before(step))
    autograde(first.small)
    assert first.small.tests() == {"learner000": 2.0}
    assert first.small.shown("learner000") == 2.0
