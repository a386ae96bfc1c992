"""The engine that learners grow can be drawn, with its versions once it counts them."""

import sys
from pathlib import Path

import pytest

from autograder.kit.tape import _module
from autograder.kit.tape.slots import engine_with
from minigrad.drawing import draw, graph

sys.path.append(str(Path(__file__).parents[1] / "tape"))
from tape_answers import ANSWERS, LATER


@pytest.fixture
def whole():
    return _module(engine_with(ANSWERS | LATER))


def test_a_graph_of_the_empty_engine_has_no_line_about_versions():
    tape = _module(engine_with(ANSWERS))
    x = tape.tensor([1.0, 2.0], requires_grad=True)
    s = x * x
    y = (s + x).sum()
    assert graph(y, names={"x": x}) == {
        "nodes": ["leaf x", "Mul", "Add", "Sum"],
        "edges": [(0, 1), (0, 1), (1, 2), (0, 2), (2, 3)],
    }
    drawn = str(draw(y))
    assert "y = Sum" in drawn and "s = Mul" in drawn and "saved" not in drawn and " v" not in drawn
    y.backward()
    assert ".grad is [3.0, 5.0]" in str(draw(y)) and "its saved values are let go" in str(draw(y))


def test_an_inner_tensor_that_keeps_its_gradient_stays_an_operation():
    tape = _module(engine_with(ANSWERS))
    x = tape.tensor(2.0, requires_grad=True)
    s = x * x
    s.retain_grad()
    assert graph(s * s, names={"x": x})["nodes"] == ["leaf x", "Mul", "Mul"]


def test_versions_savers_and_the_write_that_spoils_are_shown(whole):
    x = whole.tensor([1.0, 2.0], requires_grad=True)
    y = x * 2
    z = y * y
    e = y.exp()
    assert "saved y twice at v0, now v0" in str(draw(z))
    y.add_(1.0)
    e.mul_(2.0)
    drawn = str(draw(z, e))
    assert "STALE: saved y twice at v0, now v1 (add_, line" in drawn and "y.add_(1.0))" in drawn
    assert "STALE: saved e at v0, now v1 (mul_, line" in drawn
    assert "written in place: v1 by mul_" in drawn


def test_views_say_whose_memory_they_are_on(whole):
    x = whole.tensor([1.0, 2.0, 3.0], requires_grad=True)
    y = x * 2
    v = y[1:]
    assert "a view of %" in str(draw(v))
    v.mul_(5.0)
    assert graph(y, names={"x": x})["nodes"][-1] == "CopySlices"
    assert graph(v, names={"x": x})["nodes"][-2:] == ["CopySlices", "AsStrided"]
