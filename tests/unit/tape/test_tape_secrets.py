"""The engine is handed out with the first notebook: it may hold no answer to any exercise."""

from autograder.authoring.leaks import LeakScan
from autograder.kit.tape import engine
from autograder.kit.tape.slots import engine_text, engine_with, slots
from autograder.paths import Paths
from autograder.source.cells import read_source


def test_no_line_of_the_engine_is_an_answer():
    paths = Paths.find()
    sources = [read_source(paths.solutions / f"{name}.py", paths.root) for name in paths.names()]
    scan = LeakScan(sources, paths.mutants, paths.root)
    assert scan.scan_file("tape/engine.py", engine_text().encode(), None) == []


def test_a_slot_left_alone_says_which_exercise_fills_it():
    for slot in slots():
        assert set(slot.names) <= set(vars(engine)) and slot.grade_id.startswith("ex" + str(int(slot.notebook)))
        assert "is empty" not in slot.default or f"exercise {slot.exercise}" in slot.default
    compile(engine_with({}), "<tape>", "exec")


def test_the_engine_is_read_in_one_sitting():
    assert len([line for line in engine_text().splitlines() if line.strip()]) <= 450
