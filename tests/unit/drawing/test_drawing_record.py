"""The recorded backward pass: what the steps say is what the engine did, and nothing is left behind."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import minigrad as mg
from minigrad.drawing import draw
from minigrad.drawing.model import LEAF, OPERATION
from minigrad.drawing.transport import packed, unpacked


def leaf(value=3.0):
    return mg.tensor(value, requires_grad=True)


def texts(drawing):
    return [s.text for s in drawing.graph.steps]


def test_the_steps_of_a_square():
    x = leaf()
    y = x * x
    assert texts(draw(y, backward=True)) == [
        "backward() puts the gradient 1.0 at y: the derivative of y with respect to itself.",
        "Turn 1: y = Mul. The gradient that has arrived is 1.0.",
        "y sends 3.0 to x.",
        "y sends 3.0 to x. It is added (+=) to what waits there: 3.0 + 3.0.",
        "x.grad was None and is now 3.0 + 3.0 = 6.0.",
    ]


def test_grads_are_what_they_were():
    x = leaf()
    y = x * x
    draw(y, backward=True)
    assert x.grad is None
    y.backward(retain_graph=True)
    grad = x.grad
    drawn = draw(y, backward=True)
    assert x.grad is grad and grad.item() == 6.0
    assert texts(drawn)[-1] == "x.grad was 6.0; += 3.0 + 3.0 makes it 12.0."


def test_no_hook_is_left_and_leaves_are_unwatched():
    from minigrad.node import LEAF_HOOKS

    seen, calls = LEAF_HOOKS.seen, []
    x = leaf()
    y = x * x
    drawn = draw(y, backward=True)
    steps = len(drawn.graph.steps)
    y.backward()
    assert x.grad.item() == 6.0 and len(drawn.graph.steps) == steps
    assert LEAF_HOOKS.seen == seen
    x.register_hook(calls.append)
    (x * x).backward()
    assert len(calls) == 1


def test_the_graph_can_still_be_walked_afterwards():
    x = leaf()
    y = mg.exp(x)
    draw(y, backward=True)
    y.backward()
    assert x.grad is not None


def test_hooks_of_the_learner_take_part():
    x = leaf()
    y = x * 2
    y.register_hook(lambda g: g * 10)
    drawn = draw((y * 1.0), backward=True)
    assert drawn.graph.nodes[0].gradient == "20.0"


def test_a_given_gradient_starts_the_pass():
    x = leaf([1.0, 2.0])
    y = x * 3
    drawn = draw(y, backward=True, gradient=mg.tensor([1.0, 10.0]))
    assert "the gradient you gave, [1.0, 10.0]" in texts(drawn)[0]
    assert drawn.graph.nodes[0].gradient == "[3.0, 30.0]"


def test_what_stops_the_pass_is_the_last_step():
    x = leaf()
    y = x * 2
    z = y * y
    y.add_(1)
    drawn = draw(z, backward=True)
    assert "Here backward() stops with an error: one of the variables needed" in texts(drawn)[-1]
    vector = leaf([1.0, 2.0]) * 2
    assert "only for scalar outputs" in texts(draw(vector, backward=True))[-1]


def test_a_gradient_arrives_in_the_shape_of_its_leaf():
    w, b = leaf([[1.0, 2.0], [3.0, 4.0]]), leaf([1.0, 2.0])
    drawn = draw((w + b).sum(), backward=True)
    assert texts(drawn)[-1] == "b.grad was None and is now [2.0, 2.0]."


def test_the_queue_holds_what_waits():
    x = leaf()
    y = mg.exp(x)
    drawn = draw(mg.sin(y) + mg.cos(y), backward=True)
    names = [n.operation for n in drawn.graph.nodes]
    queues = [{names[k] for k in s.queue} for s in drawn.graph.steps]
    assert {"Sin", "Cos"} in queues
    assert {"Sin", "Exp"} in queues or {"Cos", "Exp"} in queues


def test_two_roots_are_refused():
    x = leaf()
    with pytest.raises(ValueError, match="from one tensor; 2 were given"):
        draw(x * 2, x * 3, backward=True)


@settings(max_examples=40, deadline=None)
@given(st.lists(st.tuples(st.integers(0, 3), st.integers(0, 9), st.integers(0, 9)), min_size=1, max_size=12))
def test_the_record_agrees_with_the_engine(program):
    """On random graphs: every node has one turn, after all its users; each leaf gets what backward leaves in .grad."""
    leaves = [leaf(0.3), leaf(-0.7)]
    values = list(leaves)
    for operation, a, b in program:
        a, b = values[a % len(values)], values[b % len(values)]
        values.append([a * b, a + b, mg.tanh(a), mg.sin(a) * b][operation])
    root = values[-1]
    drawn = draw(root, backward=True).graph
    turns = {k: n.turn for k, n in enumerate(drawn.nodes) if n.kind == OPERATION}
    assert sorted(turns.values()) == list(range(1, len(turns) + 1))
    assert all(turns[e.target] < turns[e.source] for e in drawn.edges if e.source in turns)
    root.backward()
    for k, node in enumerate(drawn.nodes):
        if node.kind == LEAF:
            last = [s.text for s in drawn.steps if s.done == k][-1]
            grad = leaves[0].grad if node.value == "0.3" else leaves[1].grad
            np.testing.assert_allclose(float(last.rstrip(".").split()[-1]), grad.item(), rtol=1e-3, atol=1e-12)


@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(st.integers(0, 7), st.integers(0, 9), st.integers(0, 9)), min_size=1, max_size=14))
def test_whatever_was_done_is_drawn(program):
    """Views, writes in place, stale values, refused views: a drawing never raises, and survives its own transport."""
    values = [leaf([[0.3, 1.0], [2.0, -1.0]]) * 1.0, mg.ones(2, 2)]
    for operation, i, k in program:
        a, b = values[i % len(values)], values[k % len(values)]
        try:
            values.append(
                [
                    lambda a, b: a * b,
                    lambda a, b: a + b,
                    lambda a, b: a[0],
                    lambda a, b: a.t(),
                    lambda a, b: a.mul_(2),
                    lambda a, b: a.unbind(0)[0],
                    lambda a, b: a.detach(),
                    lambda a, b: mg.exp(a).add_(1),
                ][operation](a, b)
            )
        except (RuntimeError, IndexError):
            continue
    for result in values:
        try:
            drawn = draw(result, backward=True)
        except RuntimeError as error:  # asking this view for its grad_fn is what the engine refuses
            assert "view" in str(error)
            continue
        assert unpacked(packed(drawn.graph)) == drawn.graph
        assert drawn.svg("test").count('<g class="node') == len(drawn.graph.nodes)
        assert str(drawn) and drawn.dot.source
