"""`autograder gather --into 10`: the engine in a cell of the learner's own, and every other cell as it was."""

from __future__ import annotations

import copy
import json
import sys

import nbformat
import pytest
from nbclient import NotebookClient
from tape_answers import ANSWERS, LATER, write_notebook, write_slots

from autograder.authoring.masters import load_master
from autograder.judge.grader import Judge
from autograder.kit import into, rewriting
from autograder.kit.behaviours.programs import BEHAVIOURS
from autograder.kit.gather import main
from autograder.kit.reading import MAX_BYTES, MAX_SOURCE, cells_of
from autograder.kit.tape.slots import engine_with
from autograder.weave import replayed, weave
from tests.notebooks.lesson import PATHS, handed_in

NAME = "10_capstone"
TEN = {
    "cells": [
        {
            "cell_type": "markdown",
            "id": "top",
            "metadata": {},
            "source": ["# 10 · Capstone\n", "\n", "Grüße, \u2028 and ∂"],
        },
        {
            "cell_type": "code",
            "execution_count": 3,
            "id": "opening",
            "metadata": {"trusted": True},
            "outputs": [{"name": "stdout", "output_type": "stream", "text": ["1e-07\n"]}],
            "source": [
                "from autograder.kit.behaviours import forty, own_engine\n",
                "from autograder.kit.tape import load\n",
            ]
            + ["tape = load(mine=True)"],
        },
        {
            "cell_type": "code",
            "execution_count": None,
            "id": "table",
            "metadata": {"tags": ["own-engine"]},
            "outputs": [],
            "source": ["forty(own_engine() or tape)"],
        },
        {"cell_type": "raw", "id": "odd", "metadata": {"number": 1.5e300, "nothing": None}, "source": ""},
    ],
    "metadata": {"kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"}, "mine": [1, {}]},
    "nbformat": 4,
    "nbformat_minor": 5,
}


@pytest.fixture
def folder(tmp_path):
    """A learner's folder in which 01 is done and 10 has come."""
    write_notebook(tmp_path, "01_tensors", sum_to_shape=ANSWERS["sum_to_shape"])
    write_slots(tmp_path / NAME, NAME, *ANSWERS, *LATER)
    save(tmp_path, TEN)
    return tmp_path


def path_in(folder):
    return folder / NAME / f"{NAME}.ipynb"


def save(folder, document, **how):
    path_in(folder).write_text(json.dumps(document, **({"indent": 1, "ensure_ascii": False} | how)) + "\n", "utf-8")


def read(folder):
    return json.loads(path_in(folder).read_text("utf-8"))


def engine_cell(document):
    (cell,) = [cell for cell in document["cells"] if into.TAG in cell["metadata"].get("tags", [])]
    return cell


def put(folder, name="10", code=0):
    assert main([str(folder), "--into", name]) == code


def test_the_cell_stands_before_the_one_that_asks_for_it_and_all_else_is_as_it_was(folder, capsys):
    put(folder)
    assert "sum_to_shape" in capsys.readouterr().out
    document = read(folder)
    cell = document["cells"].pop(2)
    assert json.dumps(document) == json.dumps(TEN)
    assert cell["cell_type"] == "code" and "nbgrader" not in cell["metadata"] and cell["outputs"] == []
    source = "".join(cell["source"])
    assert source.startswith("%%engine\n") and "# --- slot sum_to_shape (exercise 1.5): yours\n" in source
    assert not (folder / "my_tape.py").exists()
    nbformat.validate(nbformat.read(path_in(folder), as_version=4))


@pytest.mark.parametrize(
    "how",
    [{"indent": 1}, {"indent": 2}, {"indent": None}, {"indent": "\t"}, {"ensure_ascii": True}, {"sort_keys": True}],
    ids=str,
)
def test_the_files_own_way_of_writing_json_is_kept(folder, how):
    save(folder, TEN, **how)
    before = path_in(folder).read_text("utf-8")
    put(folder)
    document = read(folder)
    document["cells"].pop(2)
    assert json.dumps(document, **({"indent": 1, "ensure_ascii": False} | how)) + "\n" == before


@pytest.mark.parametrize("name", ["10", NAME, f"{NAME}.ipynb", f"{NAME}/{NAME}.ipynb"])
def test_a_notebook_is_known_by_number_name_and_path(folder, name):
    put(folder, name)
    assert engine_cell(read(folder))


def test_it_works_from_the_notebooks_own_folder_and_where_all_lie_in_one(folder, monkeypatch, tmp_path_factory):
    monkeypatch.chdir(path_in(folder).parent)
    assert main(["--into", "10"]) == 0
    assert engine_cell(read(folder))
    loose = tmp_path_factory.mktemp("loose")
    for path in folder.glob("[01]*/*"):
        (loose / path.name).write_bytes(path.read_bytes())
    (loose / f"{NAME}.ipynb").write_text(json.dumps(TEN))
    put(loose)
    assert engine_cell(json.loads((loose / f"{NAME}.ipynb").read_text()))


def test_a_second_time_the_same_cell_is_written(folder, capsys):
    put(folder)
    first = path_in(folder).read_bytes()
    put(folder)
    assert path_in(folder).read_bytes() == first and "up to date" in capsys.readouterr().out
    write_notebook(folder, "01_tensors", sum_to_shape=ANSWERS["sum_to_shape"] + "\n# better")
    put(folder)
    assert "# better" in "".join(engine_cell(read(folder))["source"])
    assert not list(folder.rglob("*_old_*")) and "kept as" not in capsys.readouterr().out


def test_what_was_changed_in_the_cell_by_hand_is_kept_beside(folder, capsys):
    for number in (1, 2):
        put(folder)
        document = read(folder)
        cell = engine_cell(document)
        cell["source"].append(f"\nmine = {number}")
        cell["outputs"] = [{"name": "stdout", "output_type": "stream", "text": ["old"]}]
        save(folder, document)
        capsys.readouterr()
        put(folder)
        said = capsys.readouterr().out
        kept = path_in(folder).with_name(f"{NAME}_engine_old_{number}.py")
        assert f"kept as {kept.name}, beside the notebook" in said
        assert kept.read_text().endswith(f"\nmine = {number}\n") and not kept.read_text().startswith("%%")
        compile(kept.read_text(), kept.name, "exec")
        assert "mine =" not in "".join(engine_cell(read(folder))["source"]) and not engine_cell(read(folder))["outputs"]


def test_a_source_in_one_string_and_blanks_at_the_end_are_no_change(folder, capsys):
    put(folder)
    document = read(folder)
    cell = engine_cell(document)
    cell["source"] = "".join(cell["source"]) + "\n\n"
    save(folder, document)
    put(folder)
    assert "kept as" not in capsys.readouterr().out


def test_of_several_such_cells_the_first_is_written_and_answers_never(folder, capsys):
    put(folder)
    document = read(folder)
    again = copy.deepcopy(engine_cell(document)) | {"id": "again", "source": "second = 1"}
    answer = copy.deepcopy(again) | {"id": "answer"}
    answer["metadata"]["nbgrader"] = {"grade_id": "ex10_2", "solution": True}
    document["cells"] = [answer, *document["cells"], again]
    save(folder, document)
    write_notebook(folder, "01_tensors", sum_to_shape=ANSWERS["sum_to_shape"] + "\n# better")
    put(folder)
    assert "has 2 cells with an engine" in capsys.readouterr().out
    cells = read(folder)["cells"]
    assert cells[0] == answer and cells[-1] == again and "# better" in "".join(cells[3]["source"])


def test_where_the_tag_is_lost_the_cell_is_found_by_what_it_says(folder):
    document = copy.deepcopy(TEN)
    document["cells"][2]["metadata"] = {}
    document["nbformat_minor"] = 4
    save(folder, document)
    put(folder)
    assert read(folder)["cells"][2]["metadata"]["tags"] == [into.TAG] and "id" not in read(folder)["cells"][2]


WRONG = {
    "no JSON": (b'{"cells": [', "is damaged, and was not changed. The file is not JSON (line 1)"),
    "empty": (b"\n", "is empty, and was not changed."),
    "another encoding": ('{"cells": "é"}'.encode("latin-1"), "is not in UTF-8"),
    "a list": (b"[]", "is damaged, and was not changed. The file is JSON but not a notebook."),
    "no cells": (b'{"nbformat": 4}', "is no notebook in the format that JupyterLab writes"),
    "an old format": (b'{"nbformat": 3, "worksheets": []}', "is no notebook in the format that JupyterLab writes"),
    "a cell that is none": (b'{"nbformat": 4, "cells": [7]}', "not all of its cells are cells"),
    "nested": (b'{"a": ' + b"[" * 100_000, "is damaged, and was not changed. The file is nested too deeply"),
    "no place": (b'{"nbformat": 4, "cells": [{"metadata": 1, "source": 1}]}', "has no place for your engine"),
    "odd cells": (
        b'{"nbformat": 4, "cells": [{"cell_type": "code", "metadata": {"tags": {"a": 1}}, "source": [1, null]}]}',
        "has no place for your engine",
    ),
    "too large": (b" " * (MAX_BYTES + 1), f"at most {MAX_BYTES >> 20} MB are read."),
}


@pytest.mark.parametrize("what", WRONG)
def test_a_notebook_that_cannot_be_used_stays_as_it_is_and_a_sentence_says_why(folder, what, capsys):
    content, sentence = WRONG[what]
    path_in(folder).write_bytes(content)
    put(folder, code=1)
    said = capsys.readouterr().err
    assert sentence in said and "Traceback" not in said and "Hand in" not in said
    assert path_in(folder).read_bytes() == content
    assert sorted(each.name for each in path_in(folder).parent.iterdir()) == [f"{NAME}.ipynb", "tape_slots.json"]


def test_odd_ids_and_metadata_of_other_cells_are_no_trouble(folder):
    document = copy.deepcopy(TEN)
    document["cells"] += [{"id": [1], "cell_type": "code", "metadata": None}, {"id": "my-engine-1"}]
    save(folder, document)
    put(folder)
    assert engine_cell({"cells": read(folder)["cells"][:3]})["id"] == "my-engine-2"
    assert read(folder)["cells"][-2:] == document["cells"][-2:]


def test_one_that_is_not_there_is_told_with_those_that_are(folder, capsys):
    put(folder, "12", code=1)
    said = capsys.readouterr().err
    assert "There is no notebook 12 here; the notebooks here: 01_tensors, 10_capstone." in said


@pytest.mark.skipif(sys.platform == "win32", reason="links need rights there")
def test_a_link_is_not_followed(folder, capsys):
    path = path_in(folder)
    path.rename(folder / "elsewhere.ipynb")
    path.symlink_to(folder / "elsewhere.ipynb")
    put(folder, code=1)
    assert "This is a link, not a file." in capsys.readouterr().err and path.is_symlink()


def test_one_that_is_saved_meanwhile_is_not_written_over(folder, monkeypatch, capsys):
    def saved_meanwhile(document, before):
        path_in(folder).write_text("newer", "utf-8")
        return "{}"

    monkeypatch.setattr(into, "as_text", saved_meanwhile)
    put(folder, code=1)
    assert "was saved by something else just now, and was not changed" in capsys.readouterr().err
    assert path_in(folder).read_text() == "newer" and not list(folder.rglob("*.part"))


def test_an_error_while_writing_leaves_the_notebook_whole(folder, monkeypatch, capsys):
    before = path_in(folder).read_bytes()
    monkeypatch.setattr(
        rewriting.os, "fsync", lambda descriptor: (_ for _ in ()).throw(OSError(28, "No space left on device"))
    )
    put(folder, code=1)
    assert "No space left" in capsys.readouterr().err
    assert path_in(folder).read_bytes() == before and not list(folder.rglob("*.part"))


def run(folder):
    notebook = nbformat.read(path_in(folder), as_version=4)
    resources = {"metadata": {"path": str(path_in(folder).parent)}}
    NotebookClient(notebook, allow_errors=True, kernel_name="python3", timeout=60, resources=resources).execute()
    return [cell.get("outputs", []) for cell in notebook.cells]


def test_in_a_kernel_the_cell_is_the_engine_that_the_table_is_about(folder, monkeypatch):
    monkeypatch.setenv("PYTHONPATH", str(PATHS.root))
    put(folder)
    document = read(folder)
    document["cells"].append({"cell_type": "code", "metadata": {}, "outputs": [], "execution_count": None, "id": "use"})
    document["cells"][-1]["source"] = "x = engine.tensor(2.0, requires_grad=True)\n(x * x).backward()\nx.grad.item()"
    save(folder, document)
    *_, made, table, _, used = run(folder)
    assert "Of its 13 slots 1 came from your notebooks." in made[0].text
    assert table[0].data["text/plain"].startswith("The engine in your cell: All 40 behaviours hold.")
    assert table[0].data["text/html"].count("<tr>") == len(BEHAVIOURS) + 1
    assert used[0].data["text/plain"] == "4.0"
    cell = engine_cell(document)
    cell["source"] = "".join(cell["source"]).replace("class Node:", "class Node\n")
    save(folder, document)
    made, *_ = run(folder)[2]
    number = cell["source"].splitlines().index("class Node") + 1
    assert made.traceback[1] == f"In line {number} of this cell: class Node" and len(made.traceback) == 2


@pytest.mark.skipif(sys.platform == "win32", reason="the judge needs fork")
def test_judging_does_not_suffer_from_the_cell():
    """It is replayed as any other cell of the learner's own, and what comes after may use it."""
    engine = engine_with(ANSWERS | LATER)
    assert len(engine) < MAX_SOURCE / 10
    master = load_master(PATHS, "03_leaves")
    document = handed_in(master)
    position = [cell["cell_type"] == "code" and "load(mine=" in "".join(cell["source"]) for cell in document["cells"]]
    for source in ("print('own', engine.tensor(3.0) * 2.0)", f"{into.LINE}\n{engine}"):
        cell = {"cell_type": "code", "metadata": {"tags": [into.TAG]}, "source": source}
        document["cells"].insert(position.index(True) + 1, cell)
    cells, notes = weave(master.cells, cells_of(document, lambda note: None))
    with Judge() as judge:
        result = judge.grade(master, replayed(cells), b"own")
    assert not notes
    assert result.score == result.max_score
    assert "own tensor(6.)" in str(result.outputs)
