"""What notebook 06 says of writes is so, in `mg` and in the engine of the learner."""

from __future__ import annotations

import re

import numpy as np
import pytest

import minigrad as mg
from minigrad.drawing import draw
from tests.notebooks.lesson import Lesson

LESSON = Lesson.read("06_in_place")


def leaf_and_copy(number=3.0):
    leaf = mg.tensor(number, requires_grad=True)
    return leaf, leaf.clone()


# --- 6.1: a write, and who minds it


def test_the_reference_predicts_the_eleven_writes(names):
    after, eleven = names["after_a_write"], names["eleven"]
    assert len(eleven) == len(names["writes"]) == 11
    for key, f in eleven.items():
        if names["writes"][key] == "error":
            with pytest.raises(RuntimeError, match="modified by an inplace operation"):
                after(f, key.split(", ")[1])
        else:
            assert after(f, key.split(", ")[1]) == "fine"


def test_the_first_figure_says_which_write_spoiled_the_product():
    leaf, x = leaf_and_copy()
    square, shifted = x * x, x + 2
    x.add_(100)
    text = str(draw(square, shifted, names={"leaf": leaf, "x": x, "square": square, "shifted": shifted}))
    assert "square = Mul(%1, %1)" in text and "STALE: saved x twice at v0, now v1 (add_" in text
    assert text.count("STALE") == 1 and x._version == 1
    assert mg.autograd.grad(shifted, leaf)[0].item() == 1.0


def test_relu_keeps_its_output(names):
    with pytest.raises(RuntimeError, match="modified by an inplace operation"):
        names["after_a_write"](lambda x: x.relu(), "output")
    assert names["after_a_write"](lambda x: x.relu(), "input") == "fine"


def test_adding_nothing_in_place_is_a_write():
    _, x = leaf_and_copy()
    assert x.add_(0)._version == 1


def test_a_write_gives_a_new_node_whose_arrows_lead_to_the_old_one():  # C0-03, C0-04
    x = mg.tensor(2.0, requires_grad=True)
    y = x * 3
    before = y.grad_fn
    y.add_(y)
    assert y.grad_fn.name() == "AddBackward0" and y.grad_fn is not before
    assert [node is before for node, _ in y.grad_fn.next_functions] == [True, True]


# --- 6.4: leaves


def test_the_reference_predicts_the_leaf_rules(names):
    rules = dict(names["leaf_rules"])
    assert rules.pop("the constant") == ("leaf" if names["constant"].is_leaf else "inner") == "inner"
    assert rules == names["found"]


def test_a_refused_leaf_keeps_its_numbers_and_its_version():
    w = mg.tensor([1.0, 2.0], requires_grad=True)
    with pytest.raises(RuntimeError, match="is being used in an in-place operation"):
        w.add_(1)
    assert w.tolist() == [1.0, 2.0] and w._version == 0


def test_one_training_step_writes_the_leaf():
    w = mg.tensor(5.0, requires_grad=True)
    ((w - 3) ** 2).backward()
    with mg.no_grad():
        w -= 0.25 * w.grad
    assert (w.item(), w.is_leaf, w._version) == (4.0, True, 1)


# --- 6.10: who is caught


def test_the_reference_predicts_who_is_caught(names):  # C0-29, C0-30
    for key, predicted in names["unrecorded"].items():
        call = names["ten_times"] if key == "ten_times" else lambda key=key: names["caught"](names[key])
        if predicted == "error":
            with pytest.raises(RuntimeError, match="modified by an inplace operation"):
                call()
        else:
            assert call() == predicted
    counted = {}
    for way in names["ways"]:
        x = mg.tensor(3.0, requires_grad=True)
        way(x)
        assert x.grad_fn is None
        counted[way.__name__] = (x.item(), x._version)
    assert counted == {
        "no_grad": (103.0, 1),
        "detach": (103.0, 1),
        "data": (103.0, 0),
        "numpy": (103.0, 0),
        "clone": (3.0, 0),
    }


# --- the learner's engine: 6.2, 6.3, 6.9, and the pay-off


def test_the_spoiled_square_was_wrong_and_is_refused(names):
    with pytest.raises(RuntimeError, match="modified by an inplace operation") as caught:
        names["spoiled"]()
    assert "8 and 16" in LESSON.flat and "12 and 20" in LESSON.flat
    assert "saved it at version 0; it is at version 1 now, written by add_, line" in str(caught.value)
    tape = names["tape"]
    kept, tape.unpack = tape.unpack, lambda node, saved: saved.tensor
    try:
        assert names["spoiled"]().tolist() == [12.0, 20.0]
    finally:
        tape.unpack = kept


def test_a_write_through_a_view_is_noticed_with_one_counter_only(names, capsys):
    tape = names["tape"]
    kept, tape.share = tape.share, lambda view, other: None
    try:
        assert names["through_a_view"]().tolist() == [8.0, 160.0, 240.0]
    finally:
        tape.share = kept
    assert "versions 0 1" in capsys.readouterr().out and "160 and 240 where $8x$ is 16 and 24" in LESSON.flat
    with pytest.raises(RuntimeError, match="modified by an inplace operation"):
        names["through_a_view"]()
    assert "versions 1 1" in capsys.readouterr().out


def test_both_engines_write_rows_and_fit_the_swing_alike(names):
    engines = names["tape"], names["mg"]
    assert names["row_times"](engines[0]) == names["row_times"](engines[1])
    fits = [names["fit"](engine, 60) for engine in engines]
    assert fits[0] == fits[1] and np.abs(np.array(fits[0]) - [10, 0.3, 2]).max() < 0.5
    (a, d, w), t = fits[0], names["t"]
    assert np.abs(a * np.exp(-d * t) * np.cos(w * t) - names["reading"]).max() == pytest.approx(0.7, abs=0.05)
    assert "passes every dot within about 0.7" in LESSON.flat


def test_the_two_mistakes_of_optimisers_are_caught(names):
    for mistake, words in (("without_no_grad", "a leaf Variable"), ("step_before_the_walk", "modified by an inplace")):
        with pytest.raises(RuntimeError, match=words):
            names[mistake]()


def test_the_ten_lines_have_the_digits_of_torch(names):
    assert names["ten_lines"](names["mg"]) == names["TORCH"]
    assert names["ten_lines"](names["tape"]) == names["TORCH"]
    assert len(re.findall(r"\n", re.search(r"def ten_lines.*?return", LESSON.source.text, re.S)[0])) == 10
