"""Notebook 11 settles each claim once, says where it is taught, and docs/settled.json says the same."""

from __future__ import annotations

import json
import re
from collections import Counter
from pathlib import Path

import pytest

from autograder.authoring import settled
from autograder.source.claims import KNOWN
from tests.notebooks.claim_causes import CITED
from tests.notebooks.lesson import ASSIGNMENTS, NAMES, PATHS, Lesson

LESSON = Lesson.read("11_claims")
ROWS = {row["claim"]: row for row in json.loads((PATHS.docs / settled.FILE).read_text(encoding="utf-8"))}
# What the project that collected the claims found on PyTorch, claim by claim.
FOUND = json.loads(Path(__file__).with_name("claim_verdicts.json").read_text(encoding="utf-8"))
# Claims on which notebook 11 comes to another verdict, each with the reason.
DIFFERENT: dict[str, str] = {}


def sections():
    """Each question with its cells."""
    found = []
    for cell in LESSON.source.cells:
        if cell.role == "text" and cell.source.startswith("## "):
            found.append((cell.source.split("\n")[0][3:], []))
        if found:
            found[-1][1].append(cell)
    return found


SECTIONS = dict(sections())
ASKING = {question: cells for question, cells in SECTIONS.items() if question.endswith("?")}


def words(cells):
    return " ".join(" ".join(cell.source for cell in cells if cell.role == "text").split())


def test_each_claim_has_exactly_one_verdict():
    claims = Counter(claim for cell in LESSON.source.cells for claim in cell.claims)
    assert set(claims.values()) == {1} and claims.keys() == ROWS.keys() == KNOWN


def test_the_verdicts_are_those_that_were_found_or_differ_with_a_reason():
    known = {claim: verdict for verdict, claims in FOUND.items() for claim in claims}
    assert known.keys() == KNOWN
    assert {claim for claim in KNOWN if ROWS[claim]["verdict"] != known[claim]} == DIFFERENT.keys()
    assert all(DIFFERENT.values())


def test_the_file_is_what_the_notebooks_give():
    sources = [Lesson.read(name).source for name in NAMES]
    assert settled.settled_json(sources) == (PATHS.docs / settled.FILE).read_text(encoding="utf-8")


def test_what_is_cited_is_named_with_its_source():
    cited = {claim for claim, row in ROWS.items() if row["by"] == "source"}
    assert cited == set(CITED) == set(re.findall(r"\*\*(C\d-\d\d)\*\*", words(SECTIONS["What PyTorch does"])))


@pytest.mark.parametrize("question", ASKING)
def test_a_claim_is_said_in_words_above_the_cell_that_settles_it(question):
    text = "\n".join(cell.source for cell in ASKING[question] if cell.role == "text")
    said = re.findall(r"^- \*\*(C\d-\d\d)\*\* \*\S", text, re.M)
    assert sorted(said) == sorted(claim for cell in ASKING[question] for claim in cell.claims)


@pytest.mark.parametrize("question", ASKING)
def test_a_question_names_the_notebooks_that_teach_it_and_places_that_are_there(question):
    text = " ".join(ASKING[question][0].source.partition("\n- **")[0].split())  # as far as the first claim
    named = re.findall(r"\b0\d\b", text)
    rows = [ROWS[claim] for cell in ASKING[question] for claim in cell.claims]
    taught = {row["taught"]["notebook"][:2] for row in rows if row["taught"]}
    assert taught <= set(named), f"{question} is taught in {taught}, and the text names {named}"
    lessons = [Lesson.read(name) for name in ASSIGNMENTS if name[:2] in named]
    places = " ".join(lesson.text for lesson in lessons)
    for exercise in re.findall(r"\b\d\.\d+\b", text):
        assert f"## Exercise {exercise}" in places, exercise
    for title in re.findall(r'"([^"]+)"', text.partition("otebook")[2]):
        assert f"## {title}" in places, title


def test_the_opening_leads_to_the_questions():
    opening = " ".join(LESSON.source.cells[0].source.split())
    asked = re.findall(r"\*([A-Z][^*]*\?)\*", opening)
    assert asked and set(asked) <= set(ASKING)
    groups = dict(re.findall(r"\*([^*]+\?)\* and the (\w+) questions? after it", opening))
    numbers = {"three": 3, "four": 4, "five": 5}
    reached = set(asked)
    for first, number in groups.items():
        at = list(ASKING).index(first)
        reached |= set(list(ASKING)[at : at + 1 + numbers[number]])
    assert reached == set(ASKING)


def test_a_view_and_a_detached_tensor_are_no_copies(tmp_path, capsys):
    LESSON.run(tmp_path)
    said = capsys.readouterr().out
    for name, number in (("x.T", 1.0), ("x.detach()", 1.0), ("x.clone()", 0.0)):
        assert f"{name:10} written: x[0, 0] is {number}" in said


def test_nothing_is_handed_in():
    assert LESSON.name not in ASSIGNMENTS and not LESSON.exercises and "nothing is handed in" in LESSON.flat
    assert len(ASSIGNMENTS) == len(NAMES) - 1
