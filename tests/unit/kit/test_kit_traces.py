"""Whose lines a learner is shown of an error: their own, wherever these are, and nobody else's."""

import ast
import textwrap

import pytest

from autograder import kit
from autograder.kit.cells import TestCells
from autograder.kit.tape import Filling
from autograder.kit.traces import brief


@pytest.fixture(autouse=True)
def elsewhere(tmp_path, monkeypatch):
    """These tests' own file must not lie in the folder that is worked in: it would be the learner's."""
    monkeypatch.chdir(tmp_path)


def told(call):
    try:
        call()
    except Exception as error:
        return brief(error, error.__traceback__.tb_next, (), lambda file: None)
    raise AssertionError("it raised nothing")


def test_a_file_in_the_learners_folder_is_theirs_and_a_library_is_not(tmp_path, monkeypatch):
    (tmp_path / "helper.py").write_text("import json\n\n\ndef read(text):\n    return json.loads(text)\n")
    monkeypatch.syspath_prepend(tmp_path)
    import helper

    lines = told(lambda: helper.read("{"))
    assert lines[1:3] == ["  helper.py, line 5, in read", "    return json.loads(text)"]
    assert [line for line in lines if ", line" in line] == lines[1:2], "json's own lines are in the whole trace"


def test_a_slot_of_the_learners_engine_is_theirs_and_the_rest_of_it_is_not():
    engine = textwrap.dedent("""
        def backward(x):
            return step(x)
        def step(x):
            return x.nothing
        """)
    names = {
        "__name__": "tape",
        "__filled__": {"backward": (Filling("yours"), None), "step": (Filling("reference"), None)},
    }
    exec(compile(engine, "<tape>", "exec"), names)
    assert [line for line in told(lambda: names["backward"](1)) if ", line" in line] == ["  tape, line 3, in backward"]


def test_a_long_text_of_an_error_is_cut_and_one_that_cannot_be_said_is_left_out():
    class Silent(Exception):
        def __str__(self):
            raise RuntimeError

    def long():
        raise ValueError("\n".join(map(str, range(100))))

    def silent():
        raise Silent

    assert len(told(long)) < 40 and told(long)[-1] == "..."
    assert told(silent) == ["Silent"]


def of_a_test(source, **names):
    """What is shown of the error in which this test cell ends."""
    names |= {"__name__": "__main__", "same": kit.same}
    cells = TestCells(names)
    cells.begin("ex1_1_test")
    code = compile(cells.visit(ast.parse(source)), "<cell>", "exec")
    try:
        exec(code, names)
    except Exception as error:
        return brief(error, error.__traceback__.tb_next, cells.checks, lambda file: "Cell" * (file == "<cell>") or None)
    raise AssertionError("it raised nothing")


def test_what_it_was_tried_with_is_the_tests_own_and_not_the_learners_of_that_name():
    source = "for key in ('a', 'b'):\n    said = table[key]\n    same(said, 1, 'said: one', about=key)"
    assert of_a_test(source, table={"a": 1}, key="a name of theirs")[1] == "It was tried with: b"


def test_a_case_that_the_test_has_not_come_to_name_is_not_said():
    source = "for n in (1, 0):\n    made = 1 // n\n    words = f'{n} parts'\n    same(made, 1, 'cut: one', about=words)"
    assert not [line for line in of_a_test(source) if line.startswith("It was tried with")]
