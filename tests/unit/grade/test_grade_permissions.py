"""Who may read what was graded: what nbgrader's configuration says, by whichever command."""

from __future__ import annotations

import stat
import sys

import pytest
from classes import NAME, ReadingJudge, SmallClass

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the judge needs fork, and modes are those of Unix")


def by_us(small: SmallClass) -> None:
    small.grade()


def by_nbgrader(small: SmallClass) -> None:
    from nbgrader.converters import Autograde
    from nbgrader.coursedir import CourseDirectory
    from traitlets.config import PyFileConfigLoader

    config = PyFileConfigLoader("nbgrader_config.py", path=str(small.paths.root)).load_config()
    Autograde(coursedir=CourseDirectory(config=config, assignment_id=NAME), config=config).start()


@pytest.mark.parametrize("command", [by_us, by_nbgrader])
@pytest.mark.parametrize(("configured", "mode"), [("", 0o444), ("c.Autograde.permissions = 640\n", 0o640)])
def test_autograded_files_have_the_permissions_that_nbgrader_is_told(small, monkeypatch, command, configured, mode):
    monkeypatch.setattr("autograder.judge.pool.Judge", ReadingJudge)
    monkeypatch.setattr("autograder.bridge.guard.Judge", ReadingJudge)
    with (small.paths.root / "nbgrader_config.py").open("a", encoding="utf-8") as file:
        file.write(configured)
    for learner in ("ada", "ben"):
        small.hand_in(learner, timestamp="2026-11-21 12:00:00 UTC")
    command(small)
    files = [path for path in (small.paths.classroom / "autograded").rglob("*") if path.is_file()]
    assert len(files) == 4
    assert {stat.S_IMODE(path.stat().st_mode) for path in files} == {mode}
    assert not (small.paths.classroom / ".previous").exists(), "a mark was left: the next run would grade it again"
