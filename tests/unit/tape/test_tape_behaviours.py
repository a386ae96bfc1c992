"""Forty recorded behaviours: right slots have all, and each is lost with a broken slot that is named for it."""

from __future__ import annotations

import html.parser
import json
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest
from tape_answers import ANSWERS, LATER, write_notebook, write_slots

import minigrad as mg
from autograder.authoring.beside import slot_texts
from autograder.kit.behaviours import forty, own_engine
from autograder.kit.behaviours.programs import BEHAVIOURS, agree, plain, seen
from autograder.kit.behaviours.programs import __file__ as PROGRAMS
from autograder.kit.behaviours.table import OUTSIDE, RECORDED, links_to, recorded, table_of
from autograder.kit.gather import as_module, main
from autograder.kit.tape import Filling, load
from autograder.kit.tape.cell import module_of
from autograder.kit.tape.slots import NoAnswer, answer_text, engine_with, slots
from autograder.paths import Paths
from autograder.source.cells import parse

PATHS = Paths.find()
RIGHT = ANSWERS | LATER
NAMES = [slot.name for slot in slots()]
# For each slot wrong answers, as old, new and so on, to put into the right one.
BROKEN = {
    "sum_to_shape": [("while g.ndim", "if g.ndim"), ("g.sum(axis=0)", "g[0]"), ("keepdims=True", "keepdims=False")],
    "topological_order": [
        ("return finished[::-1]", "return sorted(finished[::-1], key=lambda each: each.variable is not None)[:-1]"),
        ("return finished[::-1]", "return list(dict.fromkeys([node, *finished]))"),
        ("while waiting:", "for _ in range(1000):"),
    ],
    "backward": [
        ("old is None", "True"),
        ("arrived[after] + part if after in arrived else part", "part"),
        ("node.variable is not None", "node.variable is not None and not node.next_functions"),
        ("zip(node.next_functions, node(g)", "zip([each for each in node.next_functions if each[0]], node(g)"),
    ],
    "first_gradient": [
        ("if not order:", "if False:"),
        ("any(node.freed for node in order)", "any(node.variable and node.variable.grad for node in order)"),
        ("through the graph a second time", "through what is gone"),
        ("output.data.size != 1", "False"),
        ("output.data.size != 1", "output.shape != ()"),
        ("else gradient.data", "else np.ones(output.shape)"),
    ],
    "mul_rule, div_rule": [("-g * a / b**2", "g * a / b**2"), ("g * b", "g * a"), ("g * a, b", "g / b, b")],
    "sum_rule, mean_rule": [("and not keepdim", "and keepdim"), ("/ count", ""), (".copy()", " / g.size")],
    "matmul_rule": [
        ("np.swapaxes(a, -1, -2) @ g", "np.swapaxes(g, -1, -2) @ a"),
        ("sum_to_shape(to_b, b.shape)", "to_b[0]"),
    ],
    "index_rule": [("np.add.at(whole, index, g)", "whole[index] = g"), ("np.zeros", "np.ones")],
    "softmax_rule, log_softmax_rule": [
        ("axis=dim", "axis=-1"),
        ("y * (g", "(g"),
        ("np.exp(y) * g.sum(", "np.exp(y) / np.exp(y).max() * g.sum("),
    ],
    "apply": [
        ("with tape.no_grad():", "if True:"),
        ("if tape.recording and any(wanted)", "if any(wanted)"),
        ("if tape.recording and any(wanted)", "if tape.recording"),
        ("tape.node_of(each) if want else None", "tape.node_of(each) if wanted[0] else None"),
        ("isinstance(each, tape.Tensor) and each.requires_grad", "each.requires_grad"),
        ("    with tape.no_grad():\n", "    tape.recording = False\n    if True:\n"),
        ("output = tape.Tensor(result.data)", "output = result"),
        ("    output.requires_grad, output.grad_fn = True, node\n", "    output.requires_grad = True\n"),
    ],
    "Version, Saved": [
        ("self.number += 1", "self.number = 1"),
        ("self.number, self.changes = 0, []", "self.number, self.changes = 1, []"),
        ("tensor.version.number", "0"),
        ("self.number += 1", "self.number += by.startswith('mul_')"),
    ],
    "unpack": [("version.number != saved.then", "False"), ("version.number != saved.then", "version.number")],
    "share, write_view": [
        ("view.version = other.version", "pass"),
        ("take(before)[...] = part", "take(before)[...] += part"),
        ("take(before)[...] = part", "pass"),
    ],
}


@cache
def references() -> dict[str, str]:
    """The course's own answers, as a release brings them along."""
    names = [name for name in PATHS.names() if name[:2] in {slot.notebook for slot in slots()}]
    sources = [parse((PATHS.solutions / f"{name}.py").read_text("utf-8"), name, name) for name in names]
    return dict(zip(NAMES, slot_texts(sources), strict=True))


def engine(owner="yours", **changed):
    answers = RIGHT | changed
    return module_of(as_module({name: Filling(owner, answers[name]) for name in NAMES}))


def broken(slot, old, new):
    assert old in RIGHT[slot], (slot, old)
    return engine(**{slot: RIGHT[slot].replace(old, new)})


@cache
def lost():
    """For each behaviour the slots that were broken, and named, when it was lost."""
    found: dict[str, set[str]] = {name: set() for name in BEHAVIOURS}
    for slot, changes in BROKEN.items():
        for old, new in changes:
            table = table_of(broken(slot, old, new), RIGHT)
            assert table.failing, (slot, old, new)
            for row in table.failing:
                assert [each.slot for each in row.answering] == [slot], (slot, old, new, row)
                assert row.answering[0].owner == "yours"
                found[row.behaviour.name].add(slot)
    return found


def test_what_is_recorded_is_what_the_programs_ask():
    assert list(recorded()) == list(BEHAVIOURS) and len(BEHAVIOURS) == 40
    assert json.loads(RECORDED.read_text("utf-8"))["torch"] == "2.13"
    assert all(set(each.slots) <= set(NAMES) and each.slots for each in BEHAVIOURS.values())
    assert {each.slots[0] for each in BEHAVIOURS.values()} == set(NAMES), "every slot answers for something"


@pytest.mark.parametrize("answers", [references, lambda: RIGHT], ids=["the course's", "these tests'"])
def test_right_slots_have_all_forty(answers):
    table = table_of(module_of(engine_with(answers(), dict.fromkeys(NAMES, "yours"))), references())
    assert not table.failing, str(table)
    assert table.told() == "The engine in your cell: All 40 behaviours hold. Of its 13 slots 13 are yours."


def test_minigrad_has_all_forty():
    assert not [name for name in BEHAVIOURS if not agree(recorded()[name], plain(seen(mg, name)))]


@pytest.mark.parametrize("slot", slots(), ids=lambda slot: slot.exercise)
def test_every_right_answer_written_another_way_has_them_too(slot):
    """Of the behaviours that take the slot."""
    asked = [name for name, each in BEHAVIOURS.items() if slot.name in each.slots]
    tried = 0
    for path in sorted(PATHS.mutants.glob(f"{slot.notebook}_*/{slot.grade_id}__alt__*.py")):
        try:
            made = module_of(engine_with(references() | {slot.name: answer_text(path.read_text("utf-8"), *slot.names)}))
        except NoAnswer:
            continue  # an answer that no engine takes, and no table either
        tried += 1
        other = [name for name in asked if not agree(recorded()[name], plain(seen(made, name)))]
        assert not other, (path.stem, other)
    assert tried


@pytest.mark.parametrize("name", BEHAVIOURS)
def test_a_broken_slot_loses_it_and_is_named_for_it(name):
    assert set(BEHAVIOURS[name].slots) & lost()[name], f"nothing in BROKEN loses this: {lost()[name]}"


def test_two_slots_that_both_spoil_it_are_both_named():
    slot, other = "sum_to_shape", "first_gradient"
    both = engine(
        **{
            slot: RIGHT[slot].replace("g.sum(axis=0)", "g[0]"),
            other: RIGHT[other].replace("else gradient.data", "else 7 * gradient.data"),
        }
    )
    name = next(name for name, each in BEHAVIOURS.items() if each.slots == (slot,))
    row = next(row for row in table_of(both, RIGHT).rows if row.behaviour.name == name)
    assert [each.slot for each in row.answering] == [slot, other]


# Of the engine's own operations each rule, and what may be wrong with it.
RULES_OF_THE_FRAME = [
    ("lambda g: (g, g)", "lambda g: (g, 2 * g)"),
    ("lambda g: (g, -g)", "lambda g: (g, g)"),
    ("lambda g: -g,", "lambda g: g,"),
    ("g * number * a ** (number - 1)", "g * number * abs(a) ** (number - 1)"),
    ("g * number * a ** (number - 1)", "g * a ** (number - 1)"),
    ("np.exp, lambda g, y: g * y", "np.exp, lambda g, y: g"),
    ("lambda g, a: g / a", "lambda g, a: g * a"),
    ("lambda g, a: g / a", "lambda g, a: 1 / a"),
    ("lambda g, a: g * np.cos(a)", "lambda g, a: -g * np.cos(a)"),
    ("-g * np.sin(a)", "g * np.sin(a)"),
    ("-g * np.sin(a)", "-g * np.sin(abs(a))"),
    ("g * (1 - y**2)", "g * (1 - y)"),
    ("g * (y > 0)", "g * (y >= 0)"),
    ("g * (y > 0)", "1.0 * (y > 0)"),
    ("lambda g: 0 * g", "lambda g: g"),
    ("lambda g, shape, *new: g.reshape(shape)", "lambda g, shape, *new: g.reshape(shape[::-1]).T"),
    ("lambda g, shape, *dims: np.swapaxes(g, *dims)", "lambda g, shape, *dims: g.reshape(shape)"),
]


@pytest.mark.parametrize(("right", "wrong"), RULES_OF_THE_FRAME)
def test_a_change_of_the_frame_is_told_from_the_slots(right, wrong):
    text = as_module({name: Filling("yours", RIGHT[name]) for name in NAMES})
    assert text.count(right) == 1
    table = table_of(module_of(text.replace(right, wrong)), RIGHT)
    assert {str(each) for row in table.failing for each in row.answering} == {OUTSIDE}


def test_a_reference_that_was_changed_in_the_cell_is_yours():
    made = engine(owner="reference", backward=RIGHT["backward"].replace("old is None", "True"))
    table = table_of(made, RIGHT)
    assert {str(each) for row in table.failing for each in row.answering} == {"exercise 3.5: backward (yours)"}
    assert table.told().endswith("Of its 13 slots 1 is yours.")


def test_an_empty_slot_answers_for_what_needs_it(tmp_path, capsys):
    tape = load(folder=write_slots(tmp_path / "05_functions", "05_functions", *ANSWERS))
    failing = table_of(tape, ANSWERS).failing
    assert ("apply", "empty") in {(each.slot, each.owner) for row in failing for each in row.answering}


def test_what_one_program_leaves_behind_spoils_no_other():
    left = broken("apply", "    with tape.no_grad():\n", "    tape.recording = False\n    if True:\n")
    assert 0 < len(table_of(left, RIGHT).failing) < 40


def test_words_of_an_engine_are_escaped_and_there_is_no_colour_of_ours():
    page = table_of(broken("first_gradient", "element 0", "<b>&"), RIGHT)._repr_html_()
    assert "<b>" not in page and "color" not in page and "background" not in page
    opened: list[str] = []
    parser = html.parser.HTMLParser()
    parser.handle_starttag = lambda tag, attributes: opened.append(tag)  # type: ignore[method-assign]
    parser.feed(page)
    assert opened.count("tr") == 41 and set(opened) <= {
        "p",
        "table",
        "thead",
        "tbody",
        "tr",
        "th",
        "td",
        "br",
        "a",
        "code",
        "strong",
    }
    loud = engine(backward="def backward(order, g):\n    raise ValueError('<script>alert(1)</script>')")
    page = table_of(loud, RIGHT, {"3.5": 'x"><i>'})._repr_html_()
    assert "<script" not in page and "<i>" not in page and "&lt;script&gt;" in page


def test_as_text_it_says_how_many_hold_and_what_was_seen():
    said = str(table_of(broken("backward", "old is None", "True"), RIGHT))
    assert said.startswith(
        "The engine in your cell: 37 of 40 behaviours hold. What answers for the rest: exercise 3.5: backward (yours)."
    )
    assert "PyTorch: [8.3891, 1]\n" in said and "here:    [7.3891, 1]\n" in said
    assert len(said.splitlines()) == 2 + 40 + 2 * 3


def test_links_lead_to_the_exercise(tmp_path):
    write_notebook(tmp_path, "03_leaves", backward=RIGHT["backward"])
    path = tmp_path / "03_leaves" / "03_leaves.ipynb"
    document = json.loads(path.read_text())
    heading = {"cell_type": "markdown", "metadata": {}, "source": ["## Exercise 3.5 · `backward` (code)\n", "words"]}
    path.write_text(json.dumps(document | {"cells": [heading, *document["cells"]]}))
    links = links_to(tmp_path)
    assert links["3.5"] == "../03_leaves/03_leaves.ipynb#Exercise-3.5-%C2%B7-backward-%28code%29"
    assert links["3.4"] == "../03_leaves/03_leaves.ipynb" and "4.1" not in links


@pytest.fixture
def no_engine(monkeypatch):
    monkeypatch.setattr(sys, "path", list(sys.path))
    for name in ("engine", "my_tape"):
        monkeypatch.delitem(sys.modules, name, raising=False)
    yield
    for name in ("engine", "my_tape"):
        sys.modules.pop(name, None)


def test_the_cells_engine_comes_before_the_file_and_the_file_before_none(tmp_path, no_engine, capsys):
    write_notebook(tmp_path, "01_tensors", sum_to_shape=ANSWERS["sum_to_shape"])
    here = write_slots(tmp_path / "10_capstone", "10_capstone", *RIGHT)
    assert own_engine(here) is None
    assert "    autograder gather --into 10\n" in capsys.readouterr().out
    main([str(tmp_path)])
    mine = own_engine(here)
    assert mine is not None and mine.__name__ == "my_tape"
    table = forty(mine, here)
    assert table is not None and table.told() == "my_tape.py: All 40 behaviours hold. Of its 13 slots 1 is yours."
    made = engine()
    assert own_engine(here) is made


def test_where_work_is_graded_nothing_runs_and_nothing_is_said(tmp_path, no_engine, capsys, monkeypatch):
    monkeypatch.setitem(sys.modules, "autograder.worker", sys)
    assert own_engine(tmp_path) is None and forty(mg, tmp_path) is None
    assert capsys.readouterr().out == ""


def test_the_programs_need_numpy_only():
    code = "import sys; sys.path.insert(0, sys.argv[1]); import programs; print(*sys.modules)"
    done = subprocess.run(
        [sys.executable, "-S", "-c", f"import sys; sys.path[:] = {sys.path!r}\n{code}", str(Path(PROGRAMS).parents[1])],
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    assert not [name for name in done.stdout.split() if name.startswith(("minigrad", "autograder"))]
