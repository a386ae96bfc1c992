"""What a hidden part tries is declared, completely and truly, and no learner reads it."""

import pytest
from authoring_course import NOTHING_TRIED

from autograder.authoring.input_classes import CLASSES, declared
from autograder.source.findings import CourseErrors

BEGIN = "### BEGIN HIDDEN TESTS\n"
REST = "# no inputs: " + ", ".join(CLASSES[1:]) + ": the function doubles one number\n"
ALL = "# inputs: dimensions (squares)\n"


def with_hidden(course, text):
    """Put a text in front of the statements of a hidden part; the line of the source on which it begins."""
    course.change("01_doubling", NOTHING_TRIED, "")
    return course.change("01_doubling", BEGIN, BEGIN + text) + 1


def refused(course):
    with pytest.raises(CourseErrors) as caught:
        course.build("01_doubling")
    return [(finding.line, finding.message) for finding in caught.value.findings]


def test_a_complete_declaration_is_built_and_not_released(course):
    with_hidden(course, REST + ALL)
    assert course.build("01_doubling") == 0
    assert "inputs:" not in course.release().read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("text", "place", "words"),
    [
        ("", -1, f"does not speak of {', '.join(CLASSES)}"),
        (ALL, -1, f"does not speak of {', '.join(CLASSES[1:])}"),
        (REST + ALL.replace("dimensions", "dimension"), 1, "no class of input 'dimension': there are dimensions, same"),
        (REST + ALL.replace("squares", "cubes"), 1, "solutions/mutants/01_doubling/ex1_1__cubes.py, or name another"),
        (REST + ALL.replace("squares", "alt__squares"), 1, "no wrong answer 'alt__squares'"),
        (REST.replace("the function doubles one number", "no") + ALL, 0, "no reason"),
        (REST + "# inputs: dimensions\n", 1, "not of the right form"),
        (REST + "# inputs: dimensions (squares), order ()\n", 1, "not of the right form"),
        (REST + "# no inputs: dimensions: these are plain numbers\n" + ALL, -1, "said to be tried, and to be left out"),
        ("k = 2.0\n# inputs: dimensions (squares)\nk = 3.0\n" + REST + "k = k * (\n" + ALL + "1.0)\n", 5, "inside a"),
        ("# inputs: dimensions (squares)\nk = 3.0\n" + REST + "assert k, 'number: there is one'\n", 0, "needs 'k'"),
        (ALL + REST, 0, "no statement follows"),
    ],
)
def test_what_is_missing_unknown_or_not_removable_is_refused_with_its_line(course, text, place, words):
    line = with_hidden(course, text) + place
    said = refused(course)
    assert any(number == line and words in message for number, message in said), said


def test_a_declaration_where_learners_would_read_it_is_refused(course):
    line = course.change("01_doubling", "close(double(2.0)", "# inputs: values (squares)\nclose(double(2.0)")
    assert [(number, "learners would read it" in message) for number, message in refused(course)] == [(line, True)]


CELL = """\
a = 1
### BEGIN HIDDEN TESTS
b = 2
# inputs: dimensions (one),
#   values (two, three)
# inputs: order (four)
c = "# inputs: same (five)"
# no inputs: block: nothing is entered
d = 4
# inputs: again (one)
e = 5
### END HIDDEN TESTS"""


def test_a_section_ends_at_the_next_line_of_either_form_and_lines_in_a_row_are_one():
    found = declared(CELL)
    assert not found.problems and found.left_out == ("block",)
    first, second = found.sections
    assert first.tried == (("dimensions", "one"), ("values", "two"), ("values", "three"), ("order", "four"))
    assert second.tried == (("again", "one"),)
    kept = [line for line in first.taken_out(CELL).split("\n") if line]
    assert kept == [line for line in CELL.split("\n") if line not in CELL.split("\n")[3:7]]
    assert second.taken_out(CELL).split("\n")[8:] == ["d = 4", "", "", "### END HIDDEN TESTS"]
