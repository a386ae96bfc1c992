"""Below level 2 an answer may read the solutions: no mark is given there unless somebody asks for it by number."""

from pathlib import Path

import pytest

from autograder.bridge.exporter import RebuildExporter
from autograder.cli import main
from autograder.errors import OurFault
from autograder.judge.grader import Judge

RIGHT = "def double(x):\n    return np.add(x, x)"


class OrdinaryJudge(Judge):
    """On a machine that gives level 1."""

    most = 1

    def __init__(self, require=None, limits=None):
        super().__init__(self.most, limits=limits, require=require)


class BareJudge(OrdinaryJudge):
    most = 0


AT = {0: BareJudge, 1: OrdinaryJudge}


@pytest.mark.parametrize("level", AT)
def test_a_class_is_not_graded_below_level_two(small, level):
    small.hand_in("ada", RIGHT)
    with pytest.raises(OurFault, match=f"level {level} here, and level 2 is required.*--require {level}"):
        small.grade(AT[level])
    assert not (small.paths.classroom / "gradebook.db").exists()
    assert not (small.paths.classroom / "autograded").exists()


@pytest.mark.parametrize("level", AT)
def test_a_class_is_graded_there_when_it_is_asked_for(small, level):
    small.hand_in("ada", RIGHT)
    graded = small.grade(AT[level], require=0)
    assert graded.level == level and graded.entries["ada"].result.score == 2


def test_judge_refuses_as_grade_does(small, monkeypatch, capsys):
    file = small.hand_in("ada", RIGHT)
    monkeypatch.chdir(small.paths.root)
    monkeypatch.setattr("autograder.runs.judge_file.Judge", AT[1])
    assert main(["judge", str(file)]) == 3
    assert "level 2 is required" in capsys.readouterr().err
    assert main(["judge", str(file), "--require", "1"]) == 0


def test_nbgraders_command_and_formgrader_refuse_by_default_and_in_the_configuration_that_is_shipped():
    assert RebuildExporter.require.default_value == 2
    shipped = (Path(__file__).parents[3] / "nbgrader_config.py").read_text(encoding="utf-8")
    assert "\nc.RebuildExporter.require = 2" in shipped
