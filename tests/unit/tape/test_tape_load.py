"""Whose answer stands in a slot, and what becomes of one that cannot be used."""

import inspect
import json

import pytest
from tape_answers import ANSWERS, STUB, write_notebook, write_slots

from autograder.kit.tape import load, whose

IN_ORDER = '''\
sum_to_shape = in_order("""
    A | def sum_to_shape(g, shape):
    B |     while g.ndim > len(shape):
    C |         g = g.sum(axis=0)
    D |     return g
    E |     return g.T
    """,
    "A B C D"
)
print(sum_to_shape(np.ones((2, 3)), (3,)))
'''


@pytest.fixture
def course(tmp_path, capsys):
    """A learner's folder in which notebook 04 stands open."""
    return write_slots(tmp_path / "04_rules", "04_rules", *ANSWERS)


def said(capsys, slot):
    """The words that load printed about one slot."""
    lines = dict(line.split(maxsplit=1) for line in capsys.readouterr().out.splitlines())
    return lines[slot]


def test_without_notebooks_every_slot_is_the_reference(course, capsys):
    load(mine=True, folder=course)
    assert capsys.readouterr().out.split() == [word for name in _in_order() for word in (name, "reference")]


def test_with_every_answer_every_slot_is_yours(course, capsys):
    write_notebook(course.parent, "01_tensors", sum_to_shape=ANSWERS["sum_to_shape"])
    write_notebook(course.parent, "03_leaves", **{name: ANSWERS[name] for name in _in_order()[1:]})
    tape = load(mine=True, folder=course)
    assert capsys.readouterr().out.split() == [word for name in _in_order() for word in (name, "yours")]
    x = tape.tensor([1.0, 2.0], requires_grad=True)
    (x * x).sum().backward()
    assert x.grad.data.tolist() == [2.0, 4.0]


def _in_order():
    return ["sum_to_shape", "topological_order", "backward", "first_gradient"]


def test_mine_has_to_be_asked_for(course, capsys):
    write_notebook(course.parent, "01_tensors", sum_to_shape=ANSWERS["sum_to_shape"])
    load(folder=course)
    assert said(capsys, "sum_to_shape") == "reference"


def test_a_wrong_answer_is_yours_too(course, capsys):
    write_notebook(course.parent, "01_tensors", sum_to_shape="def sum_to_shape(g, shape):\n    return 7")
    tape = load(mine=True, folder=course)
    assert said(capsys, "sum_to_shape") == "yours" and tape.sum_to_shape(None, ()) == 7


@pytest.mark.parametrize(
    ("answer", "sentence"),
    [
        (f"def sum_to_shape(g, shape):\n    {STUB}", "still the stub"),
        (IN_ORDER.replace('"A B C D"', '""'), "still the stub"),
        (IN_ORDER.replace('"A B C D"', '"A C D"'), "its lines make no function"),
        ("def sum_to_shape(g, shape)\n    return g", "it is not Python"),
        ("def sum_to_shop(g, shape):\n    return g", "it does not define sum_to_shape"),
        ("import numppy\ndef sum_to_shape(g, shape):\n    return g", "it stops with ModuleNotFoundError"),
        ("def sum_to_shape(g, shape):\n    return helper(g)", "it needs helper, which the cell itself neither"),
        ("%timeit 1\ndef sum_to_shape(g, shape):\n    return g", "it is not Python"),
    ],
)
def test_an_answer_that_cannot_be_used_gives_way_to_the_reference(course, capsys, answer, sentence):
    write_notebook(course.parent, "01_tensors", sum_to_shape=answer)
    tape = load(mine=True, folder=course)
    assert said(capsys, "sum_to_shape").startswith(f"reference  exercise 1.5: {sentence}")
    assert tape.sum_to_shape(tape.np.ones((2, 3)), (3,)).tolist() == [2, 2, 2]


@pytest.mark.parametrize("content", [b"", b"{", b"[1]", b"\xff\xfe\x00", b'{"cells": 3}'])
def test_a_broken_notebook_gives_way_to_the_reference(course, capsys, content):
    write_notebook(course.parent, "01_tensors").write_bytes(content)
    load(mine=True, folder=course)
    assert said(capsys, "sum_to_shape").startswith("reference  exercise 1.5: 01_tensors.ipynb")


def test_lines_put_in_order_become_the_function_they_make(course, capsys):
    write_notebook(course.parent, "01_tensors", sum_to_shape=IN_ORDER)
    tape = load(mine=True, folder=course)
    assert capsys.readouterr().out.splitlines()[0].split() == ["sum_to_shape", "yours"], (
        "nothing of the cell is printed"
    )
    assert "in_order" not in inspect.getsource(tape) and "    return g\n" in inspect.getsource(tape.sum_to_shape)


def test_slots_of_this_notebook_wait_for_it(tmp_path, capsys):
    here = write_slots(tmp_path / "03_leaves", "03_leaves", "sum_to_shape")
    write_notebook(tmp_path, "03_leaves", backward=ANSWERS["backward"])
    tape = load(mine=True, folder=here)
    assert said(capsys, "backward") == "empty      exercise 3.5"
    with pytest.raises(NotImplementedError, match=r"exercise 3\.4"):
        tape.tensor(1.0, requires_grad=True).backward()

    def backward(order, g): ...

    tape.backward = backward
    whose(tape)
    assert said(capsys, "backward") == "yours"

    def stub(order, g):
        raise NotImplementedError("still the stub")

    tape.backward = stub
    whose(tape)
    assert said(capsys, "backward") == "empty      exercise 3.5", "whatever the notebook has put in"


def test_all_notebooks_may_lie_in_one_folder(tmp_path, capsys):
    write_slots(tmp_path, "04_rules", *ANSWERS)
    made = write_notebook(tmp_path, "01_tensors", sum_to_shape=ANSWERS["sum_to_shape"])
    for name in ("01_tensors-Copy1.ipynb", "01_tensors.new.ipynb"):
        (tmp_path / name).write_text("{}")
    made.rename(tmp_path / made.name)
    load(mine=True, folder=tmp_path)
    assert said(capsys, "sum_to_shape") == "yours"


def test_of_several_copies_the_last_usable_one_counts(course, capsys):
    path = write_notebook(course.parent, "01_tensors", sum_to_shape="def sum_to_shape(g, shape):\n    return 1")
    notebook = json.loads(path.read_text())
    second, third = json.loads(json.dumps(notebook["cells"] * 2))
    second["source"], third["source"] = "def sum_to_shape(g, shape):\n    return 2", STUB
    path.write_text(json.dumps(notebook | {"cells": notebook["cells"] + [second, third]}))
    assert load(mine=True, folder=course).sum_to_shape(0, ()) == 2


def test_away_from_its_folder_a_notebook_is_told_so(tmp_path):
    with pytest.raises(FileNotFoundError, match="open the notebook where it was put"):
        load(folder=tmp_path)
