"""A source is read with its lines, and what cannot be built is refused with a place and a sentence."""

from __future__ import annotations

import pytest
from authoring_course import FIRST

from autograder.source.cells import parse, read_source
from autograder.source.findings import CourseErrors
from autograder.source.shape import problems


def first(old: str = "", new: str = ""):
    assert old in FIRST
    return parse(FIRST.replace(old, new, 1), "01_doubling", "solutions/01_doubling.py")


def line_of(text: str, piece: str) -> int:
    return text[: text.index(piece)].count("\n") + 1


def test_every_cell_knows_its_role_and_the_line_of_its_first_line():
    lines = FIRST.split("\n")
    cells = first().cells
    assert [cell.role for cell in cells] == ["text", "given", "text", "answer", "given", "test"]
    for cell in cells:
        assert lines[cell.line - 1].lstrip("# ") == cell.source.split("\n")[0].lstrip("# ")


@pytest.mark.parametrize(
    "body",
    ["\n\nx = 1\n", '"""\n# %% no cell\n"""\n', "# %matplotlib inline\nx = 1\n", "# !ls\n", "%timeit 1\n"],
    ids=["blank lines first", "marker in a string", "magic in a comment", "shell in a comment", "bare magic"],
)
def test_lines_are_found_whatever_stands_in_a_cell(body):
    text = f"# %% [markdown]\n# # T\n\n# %%\n{body}\n# %%\nlast = 1\n"
    if "no cell" in body:
        with pytest.raises(CourseErrors, match="6: this cell marker is not read as one"):
            parse(text, "01_t", "01_t.py")
        return
    source = parse(text, "01_t", "01_t.py")
    assert source.cells[-1].line == line_of(text, "last = 1")
    assert not problems(source)


def test_a_good_source_has_no_problems():
    assert problems(first()) == []


def test_the_visible_part_is_what_stands_above_the_hidden_one():
    test = first().cells[-1]
    assert test.visible == 'close(double(2.0), 4.0, "twice: double returns two times its argument")'
    assert test.hidden.split("\n")[0] == "secret_numbers = rng.normal(size=(3, 4))"
    assert test.answers == ("ex1_1",)


ANSWER = '# %% nbgrader={"grade_id": "ex1_1", "solution": true}'
TEST = '# %% nbgrader={"grade_id": "ex1_1_test", "grade": true, "points": 2} exercise={"kind": "C"}'
HIDDEN = 'close(double(secret_numbers), secret_numbers * 2.0, "twice: double returns two times its argument")\n'
WRONG = {
    "missing grade_id": ('"grade_id": "ex1_1", ', "", ANSWER, "no grade_id"),
    "duplicate grade_id": ('"ex1_1_test"', '"ex1_1"', TEST, "'ex1_1' is taken by the cell in line"),
    "bad grade_id": ('"ex1_1_test"', '"ex1.1"', TEST, "letters, digits"),
    "test without its answer": (
        '"ex1_1_test"',
        '"ex1_7_test"',
        "close(double(2",
        "answer cell 'ex1_7', and there is none",
    ),
    "answer without a test": ('"grade_id": "ex1_1"', '"grade_id": "ex1_8"', "def double", "no test is about"),
    "unclosed solution": ("    ### END SOLUTION\n", "", "    ### BEGIN SOLUTION", "is never closed"),
    "unopened solution": ("    ### BEGIN SOLUTION\n", "", "    return both_together", "END SOLUTION without its BEGIN"),
    "nested solution": ("    both_", "    ### BEGIN SOLUTION\n    both_", "    both_", "inside a region of SOLUTION"),
    "misspelt mark": ("### BEGIN SOLUTION", "### Begin solution", "    ### BEGIN SOLUTION", "almost a region mark"),
    "mark in a string": ('"""Twice x."""', '"""BEGIN SOLUTION"""', '    """Twice', "almost a region mark"),
    "unclosed hidden tests": ("### END HIDDEN TESTS\n", "", "### BEGIN HIDDEN", "is never closed"),
    "lines below hidden tests": ("secret_numbers =", "### END HIDDEN TESTS\nsecret_numbers =", HIDDEN, "lines below"),
    "hidden tests in a given cell": (
        "GIVEN = 3",
        "### BEGIN HIDDEN TESTS\n### END HIDDEN TESTS",
        "GIVEN = 3",
        "not a test",
    ),
    "solution in a given cell": ("GIVEN = 3", "### BEGIN SOLUTION\n### END SOLUTION", "GIVEN = 3", "not an answer"),
    "no points": (', "points": 2', "", TEST, "no points"),
    "points below zero": ('"points": 2', '"points": -1', TEST, "0 where nothing counts"),
    "points in words": ('"points": 2', '"points": "two"', TEST, "0 where nothing counts"),
    "no kind": (' exercise={"kind": "C"}', "", TEST, "no kind of exercise"),
    "unknown kind": ('"kind": "C"', '"kind": "Z"', TEST, "unknown kind of exercise 'Z'"),
    "no title": ("# # 01", "# ## 01", "# %% [markdown]", "no title"),
    "two titles": ("# ## Exercise", "# # Exercise", "# ## Exercise", "a second `# ` heading"),
    "syntax error": ("GIVEN = 3", "GIVEN = = 3", "GIVEN = 3", "this is not Python"),
    "syntax error in a test": (HIDDEN, "close(double(\n", HIDDEN, "this is not Python"),
    "a stub that is not Python": (
        "    ### END SOL",
        "    ### STUB\n    # x = = 1\n    ### END SOL",
        "    ### BEG",
        "STUB",
    ),
    "a stub outside": ("GIVEN = 3", "### STUB", "GIVEN = 3", "inside a solution region"),
    "text above the first cell": ("# %% [markdown]", "x = 1\n\n# %% [markdown]", "# %% [markdown]", "text above"),
}


@pytest.mark.parametrize("case", WRONG)
def test_what_is_wrong_in_a_source_is_told_with_its_line(case, tmp_path):
    old, new, place, sentence = WRONG[case]
    file = tmp_path / "01_doubling.py"
    assert old in FIRST
    text = FIRST.replace(old, new, 1)
    file.write_text(text, encoding="utf-8")
    with pytest.raises(CourseErrors) as caught:
        read_source(file, tmp_path)
    expected = line_of(FIRST, place)
    told = [(f.line, f.message) for f in caught.value.findings]
    assert any(line == expected and sentence in message for line, message in told), told
    assert str(caught.value).count("01_doubling.py:") == len(told)


def test_a_test_above_its_answer_is_refused():
    head, answer, given, test = FIRST.rsplit("\n# %%", 3)
    found = problems(parse("\n# %%".join([head, test, answer, given]), "01_doubling", "01_doubling.py"))
    assert any("comes before its answer cell 'ex1_1'" in finding.message for finding in found)


def test_a_person_reads_kind_x_only():
    text = '# %% [markdown]\n# # T\n\n# %% [markdown] nbgrader={"grade_id": "ex1_9", "grade": true, "solution": true, '
    good = parse(text + '"points": 3} exercise={"kind": "X"}\n# The model answer.\n', "01_t", "01_t.py")
    assert good.cells[1].role == "manual" and not problems(good)
    bad = parse(text + '"points": 3} exercise={"kind": "C"}\n# The model answer.\n', "01_t", "01_t.py")
    assert "kind X" in problems(bad)[0].message
