"""Large graphs: what repeats is folded, the picture says so, and nothing is lost or turned round."""

from __future__ import annotations

import random

import pytest

import minigrad as mg
from minigrad.drawing import draw
from minigrad.drawing.model import FOLD


def chain(blocks, per_block=2):
    x = mg.tensor([[1.0, 2.0]], requires_grad=True)
    for k in range(blocks):
        w = mg.tensor([[0.1 * k, 1.0], [1.0, 0.2]], requires_grad=True)
        x = mg.tanh(x @ w) if per_block == 2 else mg.sin(mg.tanh(x @ w))
    return x.sum()


def sound(graph):
    assert all(e.source < e.target for e in graph.edges)
    assert all(0 <= e.target < len(graph.nodes) for e in graph.edges)
    reached = {graph.roots[0]}
    for e in sorted(graph.edges, key=lambda e: -e.target):
        if e.target in reached:
            reached.add(e.source)
    assert reached == set(range(len(graph.nodes)))


@pytest.mark.parametrize("per_block", [2, 3])
def test_repeated_blocks_become_one_box_that_counts_them(per_block):
    drawing = draw(chain(80, per_block))
    folds = [n for n in drawing.graph.nodes if n.kind == FOLD]
    assert len(folds) == 1 and len(drawing.graph.nodes) < 20
    assert folds[0].name.startswith(("77 more times", "78 more times"))
    assert sum(n.holds for n in drawing.graph.nodes) == len(drawing.whole.nodes)
    assert f"Of {len(drawing.whole.nodes)} nodes {len(drawing.graph.nodes)} are drawn" in str(drawing)
    sound(drawing.graph)


def test_small_graphs_are_left_alone_and_none_means_never():
    assert draw(chain(10)).graph is not None
    assert not any(n.kind == FOLD for n in draw(chain(10)).graph.nodes)
    assert not any(n.kind == FOLD for n in draw(chain(80), fold=None).graph.nodes)


def test_a_stale_value_and_a_wanted_result_stay_in_sight():
    x = mg.tensor(0.5, requires_grad=True)
    kept = None
    for k in range(100):
        x = mg.tanh(x * 1.5)
        if k == 50:
            kept = x
    drawing = draw(x, kept)
    assert "kept" in [n.name for n in drawing.graph.nodes]
    kept.add_(1)
    assert any(n.stale for n in draw(x).graph.nodes)


def test_where_nothing_repeats_the_end_is_drawn():
    pick = random.Random(0)
    x = mg.tensor(0.5, requires_grad=True)
    values = [x, mg.sin(x)]
    while len(values) < 400:
        a, b = values[-1], pick.choice(values[-9:])
        values.append(pick.choice([a * b, a + b, mg.tanh(a), mg.sin(a) * b]))
    drawing = draw(values[-1])
    assert len(drawing.graph.nodes) <= 152
    assert "operations before" in str(drawing) and "only the last" in str(drawing)
    sound(drawing.graph)


def test_the_stepper_passes_over_a_fold_in_one_step():
    drawing = draw(chain(80), backward=True)
    graph = drawing.graph
    (box,) = [k for k, n in enumerate(graph.nodes) if n.kind == FOLD]
    assert 1 <= sum(s.node == box for s in graph.steps) <= 3
    assert len(graph.steps) < 60 < len(drawing.whole.steps)
    assert all(s.edge is None or s.edge < len(graph.edges) for s in graph.steps)
    assert "<svg" in drawing.svg()


def test_folding_leaves_the_whole_graph_as_it_was():
    x = mg.tensor([0.5, 1.0], requires_grad=True)
    for _ in range(100):
        x = mg.tanh(x * 1.5)
    v = x[0]
    drawing = draw(v)
    assert drawing.whole == draw(v, fold=None).graph
    assert drawing.graph.nodes[-1].base == len(drawing.graph.nodes) - 2
    assert drawing.whole.nodes[-1].base == len(drawing.whole.nodes) - 2
