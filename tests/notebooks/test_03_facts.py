"""What notebook 03 says is so: its own cells are run here, and what its text claims is checked against them."""

from __future__ import annotations

import base64
import json

import numpy as np
import pytest

import minigrad as mg
from autograder.authoring.masters import load_master
from autograder.kit.gather import main as gather
from tests.notebooks.lesson import PATHS, Lesson, handed_in

LESSON = Lesson.read("03_leaves")


def test_the_tiny_tensor_writes_the_graph_of_notebook_02(names):
    assert names["example"]() == {"n1": ("add", "n2", "n3"), "y": ("mul", "n1", "n3")}


def test_the_zoo_is_what_the_reference_predicts(names):
    assert names["seen"] is not None
    zoo = names["zoo"]
    told = {"a": "leaf", "b": "leaf", "c": "inner", "d": "leaf", "e": "leaf", "f": "leaf"}
    assert {name: "leaf" if each.is_leaf else "inner" for name, each in zoo.items()} == told
    assert all(each.grad_fn is None for each in zoo.values() if each.is_leaf)


def test_twelve_animals_have_eight_leaves_and_six_of_these_no_grad(names):
    zoo = names["animals"]()
    total = names["tape"].Tensor(0.0)
    for each in zoo.values():
        total = total + each
    total.backward()
    leaves = [each for each in zoo.values() if each.is_leaf]
    assert len(zoo) == 12 and len(leaves) == 8 and sum(each.grad is None for each in leaves) == 6
    assert zoo["made in no_grad"].grad.item() == 0.0
    assert zoo["a"].grad.item() == pytest.approx(5 + np.exp(2))
    assert [name for name, each in zoo.items() if not each.is_leaf and each.grad is not None] == ["a.exp(), kept"]


def test_a_grad_of_none_does_not_make_a_leaf():
    x, k = mg.tensor(2.0, requires_grad=True), mg.tensor(5.0)
    y = x + 3
    z = x * y * k
    four = {"x": x, "k": k, "y": y, "z": z}
    with pytest.warns(UserWarning, match="not a leaf"):
        assert all(each.grad is None for each in four.values())
        z.backward()
        none = [name for name, each in four.items() if each.grad is None]
    assert none == ["k", "y", "z"] and [four[name].is_leaf for name in none] == [True, False, False] and x.is_leaf


def test_four_nodes_and_three_paths():
    x = mg.tensor(3.0, requires_grad=True)
    node = (x * x * 2 + x).grad_fn

    def paths(node):
        return [node] + [each for after, _ in node.next_functions if after is not None for each in paths(after)]

    walked = paths(node)
    assert len(set(walked)) == 4 and sum(type(each).__name__ == "AccumulateGrad" for each in walked) == 3


def test_recursion_stops_at_a_depth_that_the_loop_does_not_notice(names):
    y = names["tape"].Tensor(1.0, requires_grad=True)
    for _ in range(20_000):
        y = y + 1
    with pytest.raises(RecursionError):
        names["recursive_order"](y.grad_fn)
    assert len(names["topological_order"](y.grad_fn)) == 20_001


def test_a_sum_can_be_walked_twice_and_a_product_cannot(names):
    assert names["twice"](lambda x: x + 1) == 2.0
    assert names["twice"](lambda x: x * 3) == "Trying to backward through the graph a second time"


def test_training_arrives_stays_and_swings(names):
    assert {clear: names["fate"](names["train"](clear)) for clear in ("first", "between", "never")} == {
        "first": "arrives",
        "between": "stays",
        "never": "swings",
    }
    assert round(max(names["train"]("never"))) == 6


def test_a_smaller_rate_swings_as_far():
    w, speed, way = 0.0, 0.0, []
    for _ in range(400):
        speed += 2 * (w - 3)
        w -= 0.01 * speed
        way.append(w)
    assert round(max(way)) == 6


def test_the_pay_off_agrees_with_notebook_02(names):
    assert names["slopes"](names["tape"]) == [-0.499, -0.501, -7.24]
    assert "$-0.499$, $-0.501$, $-7.240$" in LESSON.flat
    guess = np.array([6.0, 0.5, 1.5])
    for _ in range(20):
        a, d, w = (mg.tensor(np.array(each), requires_grad=True) for each in guess)
        e = a * (-d * mg.tensor(names["t"])).exp() * (w * mg.tensor(names["t"])).cos() - mg.tensor(names["reading"])
        grads = mg.autograd.grad((e * e).mean(), (a, d, w))
        guess = guess - np.array([0.5, 0.005, 0.005]) * [each.item() for each in grads]
    assert names["fit"](names["tape"]) == pytest.approx(guess, rel=1e-9) == names["fitted"]


def test_the_weak_test_lets_everybody_through(names):
    for engine in ("overwrites", "visits_paths", "mine"):
        assert names["gets_through"](names[engine], names["weak"])
    for test in names["tests"]:
        assert names["gets_through"](names["mine"], [test])


def test_the_rule_of_a_sum_returns_what_it_was_given_twice(names):
    tape, g = names["tape"], np.array([1.0, -2.0])
    x = tape.Tensor([1.0, 2.0], requires_grad=True)
    to_left, to_right = (x + x).grad_fn.function.backward((x + x).grad_fn, g)
    assert to_left is to_right is g


def test_what_tells_the_recursion_over_paths_has_an_inner_node(names):
    for graph, inputs, expected in names["tests"]:
        if names["visits_paths"](graph, inputs) != expected:
            assert set(graph) - {"y"}, "whoever keeps a .grad there returns more names than are expected"
    for number in (-3, 0, 2):  # without an inner node it is right: each of its turns hands on to a leaf
        for graph in ({"y": ("mul", "x", "x")}, {"y": ("add", "x", "x")}, {"y": ("neg", "x")}):
            assert names["gets_through"](
                names["visits_paths"], [(graph, {"x": number}, names["mine"](graph, {"x": number}))]
            )


def test_the_picture_of_the_swing_is_what_its_words_say(names):
    def at(a, d, w, time):
        return a * np.exp(-d * time) * np.cos(w * time)

    t, reading, found = names["t"], names["reading"], names["fitted"]
    assert round(reading[0]) == 10 and 0.4 < reading[0] - at(*found, 0.0) < 0.6
    assert np.abs(reading - at(*found, t))[1:].max() < 0.85
    top = t[10:20][np.argmax(reading[10:20])]  # of the second swing
    rising = [when for when in np.linspace(0.5, 4, 400) if at(6.0, 0.5, 1.5, when) > 0 > at(6.0, 0.5, 1.5, when - 0.02)]
    assert abs(rising[0] - top) < 0.2
    assert np.abs(at(6.0, 0.5, 1.5, t[t > 4])).max() < 0.9 < np.abs(reading[t > 4]).max()
    assert (np.diff(np.sign(np.cos(found[2] * np.linspace(0, 8, 800)))) != 0).sum() == 5  # zeros: two and a half swings


def test_what_pytorch_gives_for_the_ten_lines_is_what_mg_gives(names):
    """`make parity` runs the same cell with torch in the place of mg, and it has to say `alike` there too."""
    assert list(names["TORCH"].values()) == names["ten_places"](mg) == names["ten_places"](names["tape"])
    assert not names["there"] and list(names["columns"]) == ["torch, recorded", "mg"]  # grading and parity have no file


def test_with_the_gathered_file_the_end_is_as_the_text_says(names, tmp_path, capsys):
    master = load_master(PATHS, LESSON.name)
    folder = tmp_path / LESSON.name
    folder.mkdir()
    (folder / f"{LESSON.name}.ipynb").write_text(json.dumps(handed_in(master)), encoding="utf-8")
    (folder / "tape_slots.json").write_text(master_file(master, "tape_slots.json"), encoding="utf-8")
    assert gather([str(tmp_path)]) == 0
    learners = LESSON.run(folder)
    assert learners["there"] and learners["my_tape"].__file__ == str(tmp_path / "my_tape.py")
    assert learners["slopes"](learners["my_tape"]) == [-0.499, -0.501, -7.24]
    assert learners["by_file"] == pytest.approx(names["fitted"], rel=1e-12)
    assert learners["columns"]["my_tape"] == list(learners["TORCH"].values())
    said = capsys.readouterr().out.splitlines()
    assert sum(line.endswith("  alike") for line in said) == 5 and not any("not alike" in line for line in said)


def test_the_file_names_an_empty_slot_and_the_end_still_runs(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "my_tape.py").write_text(
        "class Tensor:\n    def __init__(self, *a, **k):\n        raise NotImplementedError"
    )
    learners = LESSON.run(tmp_path)
    assert learners["there"] and learners["by_file"] == "error" and learners["columns"]["my_tape"] == ["error"] * 5


def master_file(master, name):
    return base64.b64decode(master.files[name]).decode()


def test_the_claims_that_its_runs_settle():
    settled = [claim for cell in LESSON.source.cells for claim in cell.claims]
    assert len(settled) == len(set(settled)) >= 15 and all(claim.startswith("C4-") for claim in settled)
