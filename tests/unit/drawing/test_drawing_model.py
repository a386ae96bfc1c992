"""The model, the listing and the data: what is read from a graph, and that reading changes nothing."""

from __future__ import annotations

import json
import re
import xml.etree.ElementTree as ET

import numpy as np
import pytest

import minigrad as mg
from minigrad.drawing import Drawing, NotAGraph, draw, graph, rendered
from minigrad.drawing.transport import packed, unpacked
from tests.unit.drawing.own_engine import Value


def leaf(value=3.0):
    return mg.tensor(value, requires_grad=True)


def kinds(drawing):
    return [n.kind for n in drawing.graph.nodes]


def test_both_uses_of_a_square_are_edges():
    x = leaf()
    assert graph(x * x, names={"x": x}) == {"nodes": ["leaf x", "Mul"], "edges": [(0, 1), (0, 1)]}


def test_the_same_expression_gives_the_same_data_whenever_it_was_made():
    def made(order):
        a, b = leaf(1.0), leaf(2.0)
        parts = {}
        for k in order:
            parts[k] = mg.exp(a) if k == 0 else mg.tanh(b)
        return graph(parts[0] * parts[1], names={"a": a, "b": b})

    assert made([0, 1]) == made([1, 0])
    a, b = leaf(1.0), leaf(2.0)
    assert made([0, 1]) != graph(mg.tanh(a) * mg.exp(b), names={"a": a, "b": b})


def test_data_is_plain():
    assert json.loads(json.dumps(graph(leaf() * 2)))["nodes"] == ["leaf", "constant", "Mul"]


def test_a_diamond_has_one_box_where_two_paths_meet():
    x = leaf()
    y = mg.exp(x)
    assert graph(y * y + mg.sin(y))["edges"] == [(0, 1), (1, 2), (1, 2), (1, 3), (2, 4), (3, 4)]


def test_listing_of_a_custom_function():
    class Tanh4(mg.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            t = mg.tanh(x / 4)
            ctx.save_for_backward(t)
            return 4 * t

        @staticmethod
        def backward(ctx, g):
            (t,) = ctx.saved_tensors
            return g * (1 - t * t)

    x = leaf([0.0, 4.0])
    y = Tanh4.apply(x)
    total = (y * y).sum()
    assert str(draw(total)).splitlines() == [
        "The graph of total: 3 operations, 1 leaf",
        "%0  leaf x           [0.0, 4.0]     requires_grad",
        "%1  y = Tanh4(%0)    [0.0, 3.046]   saved tensor 0 at v0, now v0",
        "%2  Mul(%1, %1)      shape (2,)     saved y twice at v0, now v0",
        "%3  total = Sum(%2)  9.28",
    ]


def test_names_come_from_variables_and_containers_and_can_be_given():
    params = [leaf(1.0), leaf(2.0)]
    model = type("Model", (), {})()
    model.scale = leaf(3.0)
    result = (params[0] + params[1]) * model.scale
    assert [n.name for n in draw(result).graph.nodes] == ["params[0]", "params[1]", "", "model.scale", "result"]
    assert [n.name for n in draw(result, names={"p": params}).graph.nodes] == ["p[0]", "p[1]", "", "", ""]
    with pytest.raises(TypeError, match="names is a dictionary"):
        draw(result, names=["p"])


def test_a_stale_saved_value_is_told_with_who_wrote_it():
    x = leaf()
    y = x * 2
    z = y * y
    y.add_(1)
    (pin,) = draw(z).graph.nodes[-1].saved
    assert (pin.then, pin.now, pin.stale, pin.times) == (0, 1, True, 2)
    assert pin.changed.startswith("add_, line ") and "y.add_(1)" in pin.changed
    assert "STALE: saved y twice at v0, now v1 (add_" in str(draw(z))


def test_a_fresh_saved_value_is_not_stale_after_an_earlier_write():
    y = leaf() * 2
    y.add_(1)
    z = y * y
    (pin,) = draw(z).graph.nodes[-1].saved
    assert (pin.then, pin.now, pin.stale) == (1, 1, False)


def test_a_view_is_joined_to_its_base_and_a_write_through_it_is_history():
    a = leaf([1.0, 2.0, 3.0])
    b = a * 2
    v = b[0]
    v.mul_(10)
    nodes = draw(b.sum(), v).graph.nodes
    by_name = {n.name: (k, n) for k, n in enumerate(nodes) if n.name}
    place, base = by_name["b"]
    assert by_name["v"][1].base == place
    assert base.operation == "CopySlices" and base.detail == "writes Mul into a part of it"
    assert base.writes and base.writes[0].startswith("v1 by mul_")


def test_a_nameless_view_is_known_by_its_operation():
    a = leaf([[1.0, 2.0], [3.0, 4.0]])
    assert draw(mg.exp(a.t())).graph.nodes[1].base == 0


def test_gradients_show_once_they_are_there():
    x = leaf()
    y = x * x
    assert draw(y).graph.nodes[0].grad is None
    y.backward(retain_graph=True)
    assert draw(y).graph.nodes[0].grad == "6.0"


def test_saved_values_that_were_let_go_are_told():
    y = leaf() * leaf()
    y.backward()
    assert draw(y).graph.nodes[-1].freed
    assert "let go" in str(draw(y))


def test_outputs_of_one_node_are_numbered():
    parts = leaf([1.0, 2.0, 3.0, 4.0]).split(2)
    drawn = draw(parts[0] * parts[1]).graph
    assert [(e.source, e.target, e.output) for e in drawn.edges] == [(0, 1, 0), (1, 2, 0), (1, 2, 1)]
    assert (drawn.nodes[1].detail, drawn.nodes[1].value) == ("2 outputs", "")


def test_reading_changes_nothing():
    a = leaf([1.0, 2.0, 3.0])
    b = a * 2
    v = b[0]
    before = (a._version, b._version, b.grad_fn, v.grad_fn, a.grad)
    draw(b.sum(), v, backward=False)
    graph(b.sum())
    assert before == (a._version, b._version, b.grad_fn, v.grad_fn, a.grad)
    b.sum().backward()
    np.testing.assert_array_equal(a.grad.numpy(), [2.0, 2.0, 2.0])


def test_a_graph_20000_deep_is_read():
    y = leaf(1.0)
    for _ in range(20_000):
        y = y + 1.0
    assert len(graph(y)["nodes"]) == 40_001


def test_leaf_and_constant_alone():
    x = leaf()
    assert graph(x) == {"nodes": ["leaf"], "edges": []}
    assert graph(mg.tensor(1.0)) == {"nodes": ["constant"], "edges": []}


@pytest.mark.parametrize("wrong", [3, "y", None, np.ones(3), mg.Tensor])
def test_something_else_is_refused_with_a_sentence(wrong):
    with pytest.raises(NotAGraph, match="take a tensor"):
        draw(wrong)


def test_a_learners_own_engine_is_drawn_and_compared():
    a, b = Value(2.0, requires_grad=True), Value(3.0, requires_grad=True)
    mine = (a * b) + b.exp()
    x, y = leaf(2.0), leaf(3.0)
    theirs = (x * y) + mg.exp(y)
    assert graph(mine, names={"a": a, "b": b}) == graph(theirs, names={"a": x, "b": y})
    drawn = draw(mine, backward=True)
    assert drawn.graph.nodes[0].value == "2.0"
    assert "no register_hook" in drawn.graph.notes[0] and not drawn.graph.steps
    assert "Exp" in drawn.svg()


def words_of(svg):
    """All that a reader or a screen reader gets from a picture."""
    root = ET.fromstring(svg)
    style = root.find("{http://www.w3.org/2000/svg}style").text
    return " ".join([*(each.get("aria-label", "") for each in root.iter()), *root.itertext()]).replace(style, "")


def test_at_step_nothing_of_later_steps_is_told():
    x = leaf(3.0)
    s = -x
    y = s * s + s
    whole, before = draw(y, backward=True), draw(y, backward=True, step=0)
    bundle = before._repr_mimebundle_()
    still = bundle["text/html"].partition("<script>")[0]
    for told in (str(before), words_of(before.svg()), bundle["text/plain"], re.search(r'alt="([^"]*)"', still)[1]):
        assert "5.0" not in told and "turn" not in told and "Turns" not in told
    assert "x.grad was None and is now 5.0" in str(whole) and "turn 1" in whole.svg()
    assert f"The backward pass has {len(whole.graph.steps)} steps" in str(before)
    data = json.loads(re.search(r'"mg[0-9a-f]+",(\{.*\})\);</script>$', bundle["text/html"], re.S)[1])
    assert data["opens"] == 0 and "turn" not in str(data["nodes"]) and "turn 1" in str(data["whole"])
    first = draw(y, backward=True, step=1)
    assert "gradient 1.0" in first.svg() and "5.0" not in words_of(first.svg())
    assert str(draw(y, backward=True, step=999)).endswith("x.grad was None and is now 5.0.")
    assert before.graph.steps == whole.graph.steps and x.grad is None


def test_a_step_that_cannot_be_meant_is_refused():
    y = leaf() * 2
    for step in (-1, 1.0, True, "first"):
        with pytest.raises(ValueError, match="number of the step at which the picture opens"):
            draw(y, backward=True, step=step)
    with pytest.raises(ValueError, match=r"write draw\(..., backward=True, step=0\)"):
        draw(y, step=0)


def test_an_error_of_the_pass_is_not_told_before_its_step():
    x = leaf(2.0)
    y = x * 3
    z = y * y
    y.add_(1)
    assert "stops with an error" in str(draw(z, backward=True))
    assert "error" not in str(draw(z, backward=True, step=0, saved=False))


def test_without_saved_no_value_no_version_and_no_write_is_told():
    x = leaf(2.0)
    y = x * 3
    y.add_(1)
    z = y * y
    assert "saved y twice at v1" in str(draw(z)) and "written in place: v1 by add_" in str(draw(z))
    bare = draw(z, saved=False)
    for told in (str(bare), words_of(bare.svg())):
        assert not re.search(r"saved|\bv[01]|STALE|in place", told)
    z.backward()
    assert "let go" in str(draw(z)) and "let go" not in str(draw(z, saved=False))


def test_a_recorded_graph_is_rendered_elsewhere(monkeypatch):
    monkeypatch.setattr(Drawing, "record_only", True)
    x = leaf()
    (recorded,) = [v for k, v in draw(x * x, backward=True)._repr_mimebundle_().items() if "json" in k]
    monkeypatch.setattr(Drawing, "record_only", False)
    bundle = rendered(json.loads(json.dumps(recorded)))
    assert "x.grad was None and is now 3.0 + 3.0 = 6.0" in bundle["text/plain"]
    assert "<svg" in bundle["image/svg+xml"]
    monkeypatch.setattr(Drawing, "record_only", True)
    (recorded,) = [v for k, v in draw(x * x, backward=True, step=0)._repr_mimebundle_().items() if "json" in k]
    monkeypatch.setattr(Drawing, "record_only", False)
    assert "6.0" not in rendered(json.loads(json.dumps(recorded)))["text/plain"]


def test_each_name_of_written_memory_says_its_version():
    x = mg.tensor([1.0, 2.0, 3.0], requires_grad=True)
    b = x * 2
    v, w = b[0], b[1:]
    names = {"x": x, "b": b, "v": v, "w": w}
    before = str(draw(b, v, w, names=names))
    assert before.count("a view of %") == 2 and ", at v" not in before
    v.mul_(10)
    after = str(draw(b, v, w, names=names))
    assert after.count(", at v1") == 2 and "v1 by mul_" in after


@pytest.mark.parametrize(
    "damage",
    [
        lambda d: d["edges"][0].update(source=99),
        lambda d: d["edges"][0].update(source=1, target=0),
        lambda d: d["nodes"][0].update(kind="script"),
        lambda d: d["nodes"][0].update(name=["x"]),
        lambda d: d["nodes"][0].update(surprise=1),
        lambda d: d["nodes"][0].update(base=-1),
        lambda d: d.update(nodes="x"),
        lambda d: d.update(notes=[3]),
        lambda d: d["edges"].append({}),
        lambda d: d["steps"].append({"text": "t", "gradients": {"one": "1"}}),
        lambda d: d["steps"].append({"text": "t", "gradients": {"0": 1}}),
        lambda d: d["steps"].append({"text": "t", "queue": ["x"]}),
        lambda d: d["nodes"][0].update(shape=["<b>"]),
        lambda d: d["nodes"][0].update(saved=[3]),
        lambda d: d["nodes"][0].update(writes=[3]),
        lambda d: d.update(opens=99),
        lambda d: d.update(opens="first"),
    ],
)
def test_a_damaged_record_is_refused(damage):
    x = leaf()
    data = packed(draw(x * x).graph)
    damage(data)
    with pytest.raises(ValueError, match="recorded graph"):
        unpacked(data)
