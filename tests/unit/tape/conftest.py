import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))


@pytest.fixture
def tape(tmp_path, capsys):
    """An engine with every slot filled."""
    from tape_answers import ANSWERS, write_slots

    from autograder.kit.tape import load

    made = load(folder=write_slots(tmp_path / "11_after_all", "11_after_all", *ANSWERS))
    capsys.readouterr()
    return made
