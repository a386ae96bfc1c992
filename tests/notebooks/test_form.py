"""Every notebook is made in the same way: its titles are the map, its minutes add up, its pictures are also told."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest

from autograder.authoring import minutes
from autograder.authoring.masters import load_master
from autograder.authoring.reference import reference_cells
from autograder.source.marks import solved
from tests.notebooks.lesson import NAMES, PATHS, Lesson

KINDS = {
    "predict": "P",
    "code": "C",
    "complete": "F",
    "put in order": "J",
    "bug hunt": "B",
    "adversary": "A",
    "graph": "D",
    "explain": "X",
    "modify": "M",
    "make": "K",
}
MOST_COLUMNS = 120
MOST_LINES = {"given": 12, "answer": 25}
FINDS_THE_PACKAGES = "import minigrad as mg"  # the first cell, which is the same in all


@pytest.fixture(params=NAMES)
def lesson(request):
    return Lesson.read(request.param)


def headings(lesson):
    """Level and words of each heading, in order, without what stands in fenced code."""
    text = re.sub(r"^```.*?^```", "", lesson.text, flags=re.M | re.S)
    return [(len(marks), words) for marks, words in re.findall(r"^(#+) (.+)", text, re.M)]


def test_one_title_and_a_heading_for_each_exercise(lesson):
    (level, title), *rest = headings(lesson)
    assert level == 1 and title.startswith(f"{lesson.name[:2]} · ") and lesson.source.cells[0].source.startswith("# ")
    assert {level for level, _ in rest} == {2}, "below the title there is one level: the table of contents is the map"
    assert len({words for _, words in rest}) == len(rest)
    of_exercises = [words for _, words in rest if words.startswith("Exercise")]
    assert len(of_exercises) == len(lesson.exercises)


def test_a_line_fits_the_page(lesson):
    """The header of a cell may be longer: it is no line of the notebook's."""
    lines = [line for cell in lesson.source.cells for line in cell.source.split("\n")]
    assert [line for line in lines if len(line) > MOST_COLUMNS] == []


def test_a_formula_in_a_sentence_stands_on_one_line(lesson):
    """A line that begins with the + or - of a formula is an item of a list to Markdown."""
    text = re.sub(r"^(```|\$\$).*?\1|`[^`\n]*`", "", lesson.text, flags=re.M | re.S)
    assert [line for line in text.split("\n") if line.count("$") % 2] == []


def test_a_header_says_number_kind_points_and_what_the_exercise_needs(lesson):
    before = []
    for exercise in lesson.exercises:
        graded = [cell for cell in exercise.cells if cell.role in ("test", "manual")]
        where = f"exercise {exercise.number}"
        assert graded and int(exercise.number.split(".")[0]) == int(lesson.name[:2]), where
        assert all(cell.grade_id.startswith(exercise.grade_id) for cell in exercise.cells if cell.grade_id), where
        assert {cell.kind for cell in graded} == {KINDS[exercise.kind]}, where
        assert sum(cell.points for cell in graded) == exercise.points, where
        assert exercise.needs is None or exercise.needs in before, f"{where} needs one that comes before it"
        before.append(exercise.number)
    assert len(set(before)) == len(before)
    graded = [cell for cell in lesson.source.cells if cell.nbgrader]
    assert len(graded) == sum(bool(cell.nbgrader) for each in lesson.exercises for cell in each.cells)


def test_goal_given_return_and_an_example(lesson):
    for exercise in lesson.exercises:
        if exercise.kind != "explain":
            found = re.findall(r"^\*\*(Goal|Given|Return|Example)\*\* ", exercise.text, re.M)
            assert found == ["Goal", "Given", "Return", "Example"], f"exercise {exercise.number}"


def test_the_opening_says_how_long_it_takes(lesson):
    """Reading, running and exercises by the build's formula; off by ten minutes at most, so that a word may change."""
    says = minutes.said(lesson.source)
    assert says and minutes.findings(lesson.source) == []
    assert f"takes about {minutes.in_words(says)}" in " ".join(lesson.source.cells[0].source.split())
    row = next(line for line in (PATHS.course / "README.md").read_text("utf8").splitlines() if lesson.name in line)
    assert f"| {minutes.in_figures(says)} |" in row


def test_minutes_of_the_exercises_sum_to_those_that_the_opening_says(lesson):
    each = [exercise.minutes for exercise in lesson.exercises]
    if not any(exercise.points for exercise in lesson.exercises):
        return  # its exercises count for nothing, and are the smaller part of it; or there are none
    said = re.search(r"(\d+) minutes for the exercises", lesson.flat)
    further = sum(exercise.minutes for exercise in lesson.exercises if exercise.further)
    assert said and int(said[1]) == 5 * round(sum(each) / 5) and 60 <= sum(each) - further <= 120
    assert bool(further) == (f"{further} of them for further practice" in lesson.flat)


def test_a_long_notebook_has_places_to_stop_where_its_opening_says(lesson):
    """One above an hour, two above two hours; no part is longer than half of the whole."""
    cells = lesson.source.cells
    whole = minutes.minutes(cells)
    marks = [cell.index for cell in cells if cell.source.startswith("**A good place to stop.**")]
    assert len(marks) >= (whole > 60) + (whole > 120)
    parts = [minutes.minutes(cells[begin:end]) for begin, end in pairwise((0, *marks, len(cells)))]
    assert not marks or all(whole / 5 <= part <= whole / 2 for part in parts), parts
    before = [[each.number for each in lesson.exercises if each.cells[0].index < mark][-1] for mark in marks]
    said = re.search(r"[Gg]ood places? to stop (?:is|are) after exercises? ([\d., and]+)\.", lesson.flat)
    assert (re.findall(r"\d+\.\d+", said[1]) if said else []) == before


def test_further_practice_is_at_most_a_fifth(lesson):
    further = [exercise.points for exercise in lesson.exercises if exercise.further]
    assert sum(further) <= sum(exercise.points for exercise in lesson.exercises) / 5


def test_given_cells_and_answers_are_short(lesson):
    for cell in lesson.source.by_role("given", "answer"):
        if FINDS_THE_PACKAGES not in cell.source:
            lines = [line for line in solved(cell.source).splitlines() if line.strip()]
            assert len(lines) <= MOST_LINES[cell.role], f"{lesson.source.file}:{cell.line}"


def test_each_exercise_has_three_hints_and_the_first_two_show_no_code(lesson):
    for exercise in lesson.exercises:
        hints = re.findall(r"<details><summary>Hint (\d): (.*?)</summary>(.*?)</details>", exercise.text, re.S)
        assert [number for number, _, _ in hints] == ["1", "2", "3"], f"exercise {exercise.number}"
        for _, title, body in hints[:2]:
            assert "```" not in body and not [span for span in re.findall(r"`([^`]+)`", body) if is_code(span)], title


def is_code(span):
    """More than a name or one expression of the text: an assignment, an opening line, a chain of calls."""
    return " = " in span or "):" in span or re.search(r"\(.*\).*\.", span)


def test_it_ends_with_questions_that_are_not_graded_and_with_what_pytorch_does(lesson):
    *_, questions, last = [words for _, words in headings(lesson)]
    if not lesson.exercises:
        assert last == "What PyTorch does"  # the whole of it is questions
        return
    if lesson.name == "00_orientation":
        questions, last = last, "What PyTorch does"  # nothing of PyTorch's has been shown yet
    number = len(re.findall(r"<details><summary>\d\. ", lesson.text))
    assert last == "What PyTorch does"
    assert (questions.split()[:2], number) in ((["Five", "questions"], 5), (["Six", "questions"], 6))


def test_what_a_fold_is_called_is_html(lesson):
    """Markdown is not read there: a backtick would be shown as one."""
    assert not [words for words in re.findall(r"<summary>(.*?)</summary>", lesson.text, re.S) if "`" in words]


def test_no_text_says_to_install_minigrad_by_name(lesson):
    """Another project has that name on the package index."""
    assert not re.search(r"pip install[^\n]*minigrad", lesson.source.text)


def test_every_picture_has_a_number_and_is_told_in_words(lesson, judge):
    master = load_master(PATHS, lesson.name)
    shown_to_learners = [cell for cell in reference_cells(master) if cell.kind != "test"]
    outputs = judge.grade(master, shown_to_learners, b"pictures").outputs
    number = 0
    for cell in master.cells:
        shown = [each["data"] for each in outputs.get(cell.cell_id, []) if "data" in each]
        if any(kind.startswith("image/") for data in shown for kind in data):
            number += 1
            below = master.cells[cell.index + 1].source
            caption, words, *_ = below.split("\n\n")
            assert re.match(rf"\*Figure {number}\. \S.*\*$", caption, re.S), below
            assert words.startswith("**The figure in words.** ") and len(words.split()) >= 20, below
    assert number, "a notebook without a picture"
    assert not re.search(r"!\[\]\(|<img(?![^>]*alt=.\w)", lesson.text), "a picture in the text has words of its own"
