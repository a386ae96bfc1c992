"""What a test runs on the learner's side can be read there by whoever hooks `compile`: no hidden line is in it.

An audit hook is told of all that is compiled. A function in the place of `compile` could not go on: what it made would
name a file of ours (see `worker/guard.py`).

Three notebooks in `make test`, which between them ship what tests can ship; all in `make mutants`.
"""

import pytest

from autograder.authoring.masters import load_master
from autograder.authoring.reference import reference_cells
from autograder.intake import ReplayCell
from autograder.judge.grader import Judge
from autograder.sandbox.absent import SPARED
from tests.notebooks.lesson import ASSIGNMENTS, PATHS, THOROUGH

SOME = ["02_graphs", "06_in_place", "09_vmap"]  # rooms; the learner's engine; what counts calls
TELLING = 25  # characters: shorter lines stand in any program
HOOK = """
import sys
_seen = []
def _note(event, args):
    if event == "compile" and isinstance(args[0], (str, bytes)):
        _seen.append(args[0] if isinstance(args[0], str) else args[0].decode("utf-8", "replace"))
sys.addaudithook(_note)
"""
SHOW = "print(chr(10).join(_seen))"


@pytest.fixture(scope="module")
def judge():
    with Judge() as made:
        yield made


def lines(text):
    return {line for each in text.splitlines() if len(line := " ".join(each.split())) >= TELLING}


@pytest.mark.parametrize("name", ASSIGNMENTS if THOROUGH else SOME)
def test_no_line_of_a_hidden_part_reaches_a_hooked_compile(judge, name):
    master = load_master(PATHS, name)
    cells = reference_cells(master)
    hooked = [
        *cells[:1],
        ReplayCell("extra", None, "hook", HOOK),
        *cells[1:],
        ReplayCell("extra", None, "show", SHOW),
    ]
    result = judge.grade(master, hooked, b"hooked")
    shown = "".join(each.get("text", "") for each in result.outputs["show"])
    released = {line for cell in master.cells for line in lines(cell.release_source)}
    solved = {line for cell in master.cells if cell.role == "answer" for line in lines(cell.source)}
    hidden = {line for cell in master.tests for line in lines(cell.hidden)} - released - solved
    assert not hidden & lines(shown)
    # What ran in a room is not seen from here; it went the same way.
    elsewhere = [
        cell for cell in master.tests if "@learner_side" in cell.visible and not set(cell.forbid) & set(SPARED)
    ]
    if elsewhere:
        assert any("def " in line and line in shown for cell in elsewhere for line in lines(cell.visible)), "hooked"
