"""A newer release is put around what a learner wrote, and of that nothing is lost, whatever was done to the notebook.

`earlier/` has three notebooks as they were released before the course grew to what it is.
"""

from __future__ import annotations

import copy
import json
import re
from pathlib import Path

import nbformat
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from nbgrader.utils import compute_checksum

from autograder.kit.reading import Unusable, cells_of
from autograder.kit.rewriting import metadata_of, source_of
from autograder.learner.released import as_released, checksum, marks_of, released_cells
from autograder.learner.update import same_work, updated
from autograder.weave import weave
from tests.notebooks.lesson import PATHS

EARLIER = {path.stem: json.loads(path.read_text()) for path in (Path(__file__).parent / "earlier").glob("*.json")}
NEWER = {name: json.loads((PATHS.course / name / f"{name}.ipynb").read_text()) for name in EARLIER}
WRITTEN = re.compile(r"written-\d+-")  # what a learner wrote is known by it


def grade_id(cell):
    return metadata_of(cell).get("nbgrader", {}).get("grade_id")


def words(cells):
    return {word for cell in cells for word in WRITTEN.findall(source_of(cell))}


def own_cell(text, cell_id):
    return {"cell_type": "code", "id": cell_id, "metadata": {}, "source": text, "outputs": [], "execution_count": 3}


# ---- what a learner may have done to a notebook


@st.composite
def edits(draw, notebook):
    """The notebook after up to a dozen edits of all kinds."""
    made = copy.deepcopy(notebook)
    cells = made["cells"]
    for number in range(draw(st.integers(1, 12))):
        text = f"written-{number}-"
        at = draw(st.integers(0, len(cells) - 1))
        match draw(st.sampled_from(("answer", "answer", "own", "write", "delete", "move", "double", "retype", "bare"))):
            case "answer":
                answers = [cell for cell in cells if metadata_of(cell).get("nbgrader", {}).get("solution")]
                if answers:
                    draw(st.sampled_from(answers))["source"] = text
            case "own":
                taken = draw(st.sampled_from((f"own-{number}", cells[at].get("id", "x"), None, "no id, with blanks")))
                cells.insert(at, own_cell(text, taken))
                if taken is None:
                    del cells[at]["id"]
                cells[at]["cell_type"] = draw(st.sampled_from(("code", "markdown", "raw")))
            case "write":
                cells[at]["source"] = source_of(cells[at]) + f"\n{text}"
            case "delete" if len(cells) > 1:
                del cells[at]
            case "move":
                cells.insert(draw(st.integers(0, len(cells) - 1)), cells.pop(at))
            case "double":
                cells.insert(at, copy.deepcopy(cells[at]) | {"id": f"copy-{number}"})
            case "retype":
                cells[at]["cell_type"] = "markdown" if cells[at]["cell_type"] == "code" else "code"
            case "bare":
                cells[at]["metadata"] = {}
    return made


@st.composite
def releases(draw, notebook):
    """A newer release: some of its cells are gone, moved or say something else, with ids and checksums as built."""
    made = copy.deepcopy(notebook)
    cells = [cell for cell in made["cells"] if not (draw(st.integers(0, 9)) == 0 and len(made["cells"]) > 1)]
    for cell in cells:
        if draw(st.integers(0, 4)) == 0:
            cell["source"] = source_of(cell) + "\n# newer"
            if grade_id(cell):
                cell["metadata"]["nbgrader"]["checksum"] = compute_checksum(nbformat.from_dict(cell))
            else:
                cell["id"] = f"{abs(hash(cell['id'])):010x}"[:10]
    made["cells"] = draw(st.permutations(cells)) if draw(st.booleans()) else cells
    return made if cells else notebook


QUIET = settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))


@pytest.mark.parametrize("name", EARLIER)
@QUIET
@given(data=st.data())
def test_nothing_that_was_written_is_lost(name, data):
    mine = data.draw(edits(EARLIER[name]))
    release = data.draw(st.just(NEWER[name]) | releases(EARLIER[name]))
    before = copy.deepcopy((mine, release))
    made = updated(mine, release)
    assert (mine, release) == before
    assert words(mine["cells"]) == words([*made.document["cells"], *(cell for _, cell in made.left_over)])
    assert all(sentence.endswith(".") for sentence, _ in made.left_over)

    # all cells of the release are there in its order, each once, and tests say what it says
    ids = {cell["id"]: cell for cell in release["cells"]}
    here = [cell for cell in made.document["cells"] if cell["id"] in ids]
    assert [cell["id"] for cell in here] == list(ids)
    tests = [cell for cell in here if str(grade_id(cell)).endswith("_test")]
    assert tests and all(source_of(cell) == source_of(ids[cell["id"]]) for cell in tests)
    assert all(metadata_of(cell)["nbgrader"] == metadata_of(ids[cell["id"]])["nbgrader"] for cell in tests)
    nbformat.validate(nbformat.from_dict(made.document))

    # a second time there is nothing to do
    again = updated(made.document, release)
    assert same_work(again.document, made.document) and not again.left_over


@pytest.mark.parametrize("name", EARLIER)
@QUIET
@given(data=st.data())
def test_what_would_be_graded_is_what_stands_in_the_answers(name, data):
    mine = data.draw(edits(EARLIER[name]))
    release = released_cells(NEWER[name])

    def graded(document):
        woven, _ = weave(release, cells_of(document, lambda note: None))
        return {cell.grade_id: cell.source for cell in woven if cell.kind in ("answer", "manual")}

    made = graded(updated(mine, NEWER[name]).document)
    for answer, source in graded(mine).items():
        if WRITTEN.search(source):
            assert made[answer] == source


# ---- single laws


@pytest.mark.parametrize("name", EARLIER)
def test_an_untouched_notebook_becomes_the_newer_release(name):
    made = updated(EARLIER[name], NEWER[name])
    assert made.document == NEWER[name] and not made.left_over and not made.answers + made.own


@pytest.mark.parametrize("name", EARLIER)
def test_every_answer_is_under_its_name_in_the_newer_release(name):
    mine = copy.deepcopy(EARLIER[name])
    answers = [cell for cell in mine["cells"] if metadata_of(cell).get("nbgrader", {}).get("solution")]
    for cell in answers:
        cell["source"] = f"my answer to {grade_id(cell)}"
    made = updated(mine, NEWER[name])
    there = {grade_id(cell): source_of(cell) for cell in made.document["cells"]}
    assert made.answers == len(answers) > 2
    assert all(there[grade_id(cell)] == cell["source"] for cell in answers)


def small():
    """One text, one given cell, an exercise with its test, and another exercise, with ids and checksums as built."""
    cells = [nbformat.v4.new_markdown_cell("# Text"), nbformat.v4.new_code_cell("import math")]
    for name, source, marks in (
        ("ex1_1", "raise NotImplementedError", {"solution": True}),
        ("ex1_1_test", "assert f(1)", {"grade": True, "points": 1, "locked": True}),
        ("ex1_2", "raise NotImplementedError", {"solution": True}),
    ):
        marks = {"grade_id": name, "grade": False, "solution": False, "locked": False, "schema_version": 3} | marks
        cell = nbformat.v4.new_code_cell(source, id=name, metadata={"nbgrader": marks})
        marks["checksum"] = compute_checksum(cell)
        cells.append(cell)
    notebook = json.loads(nbformat.writes(nbformat.v4.new_notebook(cells=cells)))
    for cell in notebook["cells"][:2]:
        cell["id"] = {"markdown": "0f3e5a0ac4", "code": "1d5a2ee4b0"}[cell["cell_type"]]
    return notebook


def test_an_answer_without_an_exercise_is_left_over_with_a_sentence():
    mine, release = small(), small()
    mine["cells"][4]["source"] = "def g(): return 7"
    del release["cells"][4]
    made = updated(mine, release)
    [(sentence, cell)] = made.left_over
    assert "exercise 1.2" in sentence and cell["source"] == "def g(): return 7"


def test_an_own_cell_stays_behind_the_cell_that_it_followed():
    mine, release = small(), small()
    mine["cells"].insert(3, own_cell("f(3)", "mine"))
    release["cells"].insert(2, nbformat.v4.new_markdown_cell("A new text"))
    made = updated(mine, release).document["cells"]
    place = next(number for number, cell in enumerate(made) if cell["id"] == "mine")
    assert made[place - 1]["id"] == "ex1_1" and made[place + 1]["id"] == "ex1_1_test"
    assert made[place]["execution_count"] == 3


def test_outputs_stay_where_a_cell_says_the_same_and_go_where_it_does_not():
    mine, release = small(), small()
    shown = [{"output_type": "stream", "name": "stdout", "text": "shown"}]
    for cell in mine["cells"][2:4]:
        cell["outputs"], cell["execution_count"] = shown, 5
    mine["cells"][2]["source"] = "def f(x): return x"
    release["cells"][3]["source"] = "assert f(2)"
    made = updated(mine, release).document["cells"]
    assert made[2]["outputs"] == shown and made[2]["execution_count"] == 5
    assert made[3]["outputs"] == [] and made[3]["execution_count"] is None


def test_an_exercise_that_is_called_otherwise_now_is_named():
    mine = copy.deepcopy(EARLIER["05_custom_functions"])
    assert not updated(mine, NEWER["05_custom_functions"]).renamed, "nobody has answered it"
    for cell in mine["cells"]:
        if grade_id(cell) in ("ex5_1", "ex5_9"):
            cell["source"] = "mine"
    [sentence] = updated(mine, NEWER["05_custom_functions"]).renamed
    assert sentence.startswith("Exercise 5.9 is called “A height that is right once” now and was “The saved inter")


def test_notes_in_a_text_that_the_release_changed_stay_as_a_text_of_their_own():
    mine = copy.deepcopy(EARLIER["02_graphs"])
    mine["cells"][0]["source"] = source_of(mine["cells"][0]) + "\nwritten-1-"
    made = updated(mine, NEWER["02_graphs"])
    assert not made.left_over and words(made.document["cells"]) == {"written-1-"}
    assert metadata_of(next(cell for cell in made.document["cells"] if words([cell]))) == {}


@pytest.mark.parametrize("name", EARLIER)
def test_checksums_are_nbgraders(name):
    for raw, cell in zip(NEWER[name]["cells"], cells_of(NEWER[name], print), strict=True):
        assert as_released(cell)
        if marks_of(cell):
            assert checksum(cell) == compute_checksum(nbformat.from_dict(raw | {"source": source_of(raw)}))


def test_a_notebook_that_would_be_cut_short_is_refused():
    mine = small()
    mine["cells"] += [own_cell("x", f"own-{number}") for number in range(2000)]
    with pytest.raises(Unusable, match="more than 2000 cells"):
        updated(mine, small())
