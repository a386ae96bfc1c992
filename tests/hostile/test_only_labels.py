"""An exercise that puts lines in order asks for labels: neither other lines nor a function written instead count."""

from dataclasses import replace

import pytest
from judging import make_master, submission, with_sites

GIVEN = "from autograder.kit import same\nfrom autograder.kit.lines import in_order"
CELL = """
twice = in_order('''
    A |     return x
    B | def twice(x):
    C |     x = x + x
    D |     x = x * x
    ''',
    {}   # the labels in order
)
"""
TEST = "same(twice(3), 6, 'twice: the sum of x and x')"
HIDDEN = "same(twice(-5), -10, 'twice: the sum of x and x')"
FUNCTION = "def twice(x):\n    return 2 * x"


@pytest.fixture(scope="module")
def master(judge):
    made = make_master(TEST, HIDDEN, given=GIVEN)
    given, answer, test = made.cells
    answer = replace(answer, release_source=CELL.format('""').strip())
    made = replace(made, cells=(given, answer, replace(test, kind="J")))
    return with_sites(judge, made, CELL.format('"B C A"'))


def judged(judge, master, answer, *extra):
    return judge.grade(master, submission(master, answer, *extra), b"seed").cell("ex1_test")


@pytest.mark.parametrize("labels", ['"B C A"', '"b, c, a"', '"B C" " A"', '"""B\n   C\n   A"""', "'B C A'"])
def test_the_right_labels_get_their_points_however_they_are_written(judge, master, labels):
    assert judged(judge, master, CELL.format(labels)).outcome == "right"
    assert judged(judge, master, CELL.format(labels) + "print(twice(1))  # tried\n", "twice = None").outcome == "right"


def test_the_wrong_labels_are_wrong_and_none_are_the_stub(judge, master):
    assert judged(judge, master, CELL.format('"B D A"')).outcome == "wrong"
    assert judged(judge, master, CELL.format('""')).outcome == "stub"


INSTEAD = {
    "other lines": CELL.format('"B D A"').replace("x = x * x", "x = 2 * x"),
    "more lines": CELL.format('"B E A"').replace("    D |", "    E |     x = 2 * x\n    D |"),
    "a pool of one's own": "twice = in_order('''\n  A | twice = lambda x: 2 * x\n''', 'A')",
}


@pytest.mark.parametrize("answer", INSTEAD.values(), ids=INSTEAD)
def test_lines_of_ones_own_are_not_there(judge, master, answer):
    assert judged(judge, master, answer).outcome in ("wrong", "stub", "missing")


@pytest.mark.parametrize("labels", ['"B D A"', '""'])
@pytest.mark.parametrize(
    "cell", [FUNCTION, f"def in_order(*lines):\n    {FUNCTION.replace(chr(10), chr(10) + '    ')}\n    return twice"]
)
def test_what_stands_in_another_cell_is_not_there(judge, master, cell, labels):
    verdict = judged(judge, master, CELL.format(labels), cell)
    assert verdict.outcome == ("stub" if labels == '""' else "wrong")
    assert judged(judge, master, CELL.format('"B C A"'), cell).outcome == "right", "the control"


@pytest.mark.parametrize("answer", [FUNCTION, CELL.format("LABELS"), "((((", CELL.format('"B"') * 2])
def test_an_answer_without_one_text_of_labels_is_told_what_counts(judge, master, answer):
    verdict = judged(judge, master, answer)
    assert verdict.outcome == "refused" and "Only the labels count" in verdict.message
