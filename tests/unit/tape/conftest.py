import pytest
from tape_answers import ANSWERS, LATER, write_slots

from autograder.kit.tape import load


@pytest.fixture
def tape(tmp_path, capsys):
    """An engine with every slot filled."""
    made = load(folder=write_slots(tmp_path / "11_after_all", "11_after_all", *ANSWERS))
    capsys.readouterr()
    return made


@pytest.fixture
def whole(tmp_path, capsys):
    """An engine with every slot filled, those of 04, 05 and 06 too."""
    made = load(folder=write_slots(tmp_path / "11_whole", "11_whole", *ANSWERS, *LATER))
    capsys.readouterr()
    return made
