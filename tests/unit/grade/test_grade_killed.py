"""A run that is killed with -9 at any of its writes loses no mark and doubles none, and the next run completes."""

from __future__ import annotations

import shutil
import sys

import pytest
from classes import ReadingJudge
from killing import Round, announcing, die_at

from autograder.runs import writes

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="no fork")


@pytest.fixture(scope="module")
def killed_class(course_of_one, tmp_path_factory):
    root = tmp_path_factory.mktemp("killed") / "course"
    shutil.copytree(course_of_one.root, root)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("autograder.judge.pool.Judge", ReadingJudge)
        yield Round(root, learners=3)


@pytest.mark.parametrize("time", [1, 2])
@pytest.mark.parametrize("name", writes.NAMES)
def test_no_mark_is_lost_and_the_next_run_completes(killed_class, name, time):
    killed_class.prepare()
    killed = killed_class.killed(lambda: die_at(name, time))
    assert killed or (time > 1 and name in ("canaries", "backup", "registered", "begun", "gradebook"))
    assert list(killed_class.findings()) == []


def test_a_first_run_that_is_killed_at_its_canaries_is_done_by_the_next(small, monkeypatch):
    monkeypatch.setattr("autograder.judge.pool.Judge", ReadingJudge)
    first = Round(small.paths.root, learners=1)
    first.small.hand_in("learner000")
    assert first.killed(lambda: die_at("canaries"))
    small.grade()
    assert small.tests() == {"learner000": 2.0}


def test_every_name_is_reached_by_a_run(small, monkeypatch):
    small.hand_in("ada", "old")
    small.grade()
    small.hand_in("ada")
    shutil.rmtree(small.paths.build / "canaries")  # as if something that decides had changed
    seen = set()
    for module in announcing():
        monkeypatch.setattr(module, "reached", seen.add)
    small.grade()
    assert seen == set(writes.NAMES)
