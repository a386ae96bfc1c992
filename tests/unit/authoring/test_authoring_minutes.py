"""How long a notebook takes: the formula, what the text says, and who notices when they part."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from autograder.authoring import minutes
from autograder.authoring.course_map import ALL, SIX, TWELVE, Way, course_map, hours, ways
from autograder.paths import Paths
from autograder.source.cells import parse, read_source

TOP = "# %% [markdown]\n# # 01 · Doubling\n#\n"


def notebook(*cells, opening=""):
    text = TOP + opening + "".join(f"\n# %% [markdown]\n{cell}\n" for cell in cells)
    return parse(text, "01_doubling", "solutions/01_doubling.py")


def words(number):
    return "".join(f"# {'word ' * 10}\n" for _ in range(number // 10))


def test_words_code_cells_and_exercises_are_counted():
    bare = minutes.minutes(notebook().cells)
    assert minutes.minutes(notebook(words(300)).cells) == pytest.approx(bare + 2)
    source = notebook("# ## Exercise 1.1 · Twice (code, 3 points, about 8 min, needs nothing)\n\n# %%\nprint(1)")
    assert minutes.minutes(source.cells) == pytest.approx(bare + 8 + 0.5 + 11 / 150)


def test_hints_and_marks_are_not_read():
    hint = "# <details><summary>Hint 1: which idea</summary>\n#\n" + words(300) + "# </details>"
    assert minutes.minutes(notebook(hint).cells) == minutes.minutes(notebook().cells)
    fold = hint.replace("Hint 1: which idea", "Read this after you have chosen")
    assert minutes.minutes(notebook(fold).cells) > 2
    assert minutes.minutes(notebook("# | --- | --- |").cells) == minutes.minutes(notebook().cells)


@pytest.mark.parametrize("time", range(15, 360, 15))
def test_what_is_said_is_read_again(time):
    source = notebook(opening=f"# This notebook takes about\n# {minutes.in_words(time)}, of which this is one.\n")
    assert minutes.said(source) == minutes.shown(source) == time


def test_a_changed_word_is_no_finding_and_another_time_is():
    opening = "# This notebook takes about half an hour.\n"
    near, far = notebook(words(22 * 150), opening=opening), notebook(words(45 * 150), opening=opening)
    assert minutes.findings(near) == []
    (finding,) = minutes.findings(far)
    assert "half an hour" in finding.message and "write `takes about three quarters of an hour`" in finding.message
    assert finding.file == "solutions/01_doubling.py"


def test_the_map_shows_what_is_said_and_else_the_formula():
    told = notebook(words(22 * 150), opening="# This notebook takes about half an hour.\n")
    assert "| 30 min |" in course_map([told])
    assert minutes.said(notebook(words(22 * 150))) is None and "| 15 min |" in course_map([notebook(words(22 * 150))])
    assert "| 1 h 15 min |" in course_map([notebook(words(70 * 150 + 600))])


def test_a_way_goes_as_far_as_a_place_to_stop():
    stop = "# **A good place to stop.** Here."
    source = notebook(words(30 * 150), stop, words(60 * 150))
    first, whole = (hours(Way({"01": parts}, "it runs"), {"01": source}) for parts in (1, 0))
    assert first == pytest.approx(0.5, abs=0.05) and whole == pytest.approx(1.5, abs=0.05)


def test_the_course_has_three_ways_of_about_six_and_twelve_hours_and_all():
    paths = Paths(Path(__file__).resolve().parents[3])
    sources = [read_source(paths.solutions / f"{name}.py", paths.root) for name in paths.names()]
    there = {source.name[:2]: source for source in sources}
    assert [round(hours(way, there)) for way in (SIX, TWELVE)] == [6, 12]
    said = sum(minutes.shown(source) for source in sources if source.name[:2] != "11") / 60
    assert hours(ALL, there) == pytest.approx(said, abs=1)
    assert ways(sources).count("- **About ") == 3 and "on your own engine" in ways(sources)


def test_what_a_notebook_on_a_way_needs_is_on_the_way():
    """By its "You need"; but the engine, which the course fills in, and what 10 needs from its third exercise on."""
    paths = Paths(Path(__file__).resolve().parents[3])
    for way in (SIX, TWELVE, ALL):
        for name in (name for name in paths.names() if name[:2] in way.parts):
            if way is SIX and name.startswith("10"):
                continue
            text = " ".join(cell.source for cell in read_source(paths.solutions / f"{name}.py").by_role("text"))
            needs = re.search(
                r"^You need (.+?)(?:\.\s|\Z)", re.sub(r"\(notebooks 03 to 06;.*?\)", "", text, flags=re.S), re.M | re.S
            )
            named = set(re.findall(r"\b(0\d|10)\b", needs[1] if needs else ""))
            assert named <= way.parts.keys(), f"{name} needs {named - way.parts.keys()}"


def test_ways_whose_notebooks_are_not_handed_out_yet_are_left_out():
    assert ways([notebook()]) == ""
