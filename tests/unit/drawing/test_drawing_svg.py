"""The picture, the bundle and the DOT text: well-formed, escaped, readable, unique."""

from __future__ import annotations

import base64
import json
import re
import subprocess
import sys
import xml.etree.ElementTree as ET

import graphviz
import pytest

import minigrad as mg
from minigrad.drawing import draw, layout, palette
from minigrad.drawing.svg import box_size, lines_of, package_text, rooms

SVG = "{http://www.w3.org/2000/svg}"
HOSTILE = "</script><img src=x onerror=alert(1)>&\"'"


def leaf(value=3.0):
    return mg.tensor(value, requires_grad=True)


def example(backward=False):
    x, w = leaf([1.0, 2.0]), leaf([[1.0, -1.0], [0.5, 2.0], [0.0, 1.0]])
    loss = mg.tanh(w @ x).sum()
    return draw(loss, backward=backward)


@pytest.mark.parametrize("theme", ["LIGHT", "DARK"])
def test_contrast_of_every_pair_is_at_least_four_and_a_half(theme):
    colours = getattr(palette, theme)
    poor = {pair: palette.contrast(colours[pair[0]], colours[pair[1]]) for pair in palette.PAIRS}
    assert not {pair: c for pair, c in poor.items() if c < 4.5}
    assert set(palette.LIGHT) == set(palette.DARK)


def test_every_colour_of_the_stylesheet_is_of_the_palette():
    used = set(re.findall(r"#[0-9a-f]{6}\b", package_text("style.css")))
    assert used <= set(palette.LIGHT.values())
    assert set(re.findall(r"var\(--([a-z]+)\)", package_text("style.css"))) <= set(palette.LIGHT)


def test_ids_are_unique_within_and_between_displays():
    drawing = example()
    ids = [re.findall(r'\bid="([^"]+)"', drawing.svg()) for _ in range(2)]
    assert len(set(ids[0])) == len(ids[0]) >= 3
    assert not set(ids[0]) & set(ids[1])
    assert ids[0][0][:10] in re.search(r"<style>(.*?)</style>", drawing.svg(ids[0][0][:10]), re.S)[1]


def test_every_node_has_the_focus_and_a_sentence():
    root = ET.fromstring(example().svg())
    nodes = [g for g in root.iter(f"{SVG}g") if "node" in g.get("class", "").split()]
    assert [g.get("tabindex") for g in nodes] == ["0"] * 5
    labels = [g.get("aria-label") for g in nodes]
    assert labels[0].startswith("Leaf w, shape (3, 2), requires_grad")
    assert labels[-1].startswith("Operation loss = Sum of Tanh, value ")
    assert all(label.endswith(".") for label in labels)


def test_labels_are_escaped_everywhere():
    x = leaf()
    drawing = draw(x * 2, names={HOSTILE: x})
    root = ET.fromstring(drawing.svg())  # would not parse otherwise
    assert HOSTILE in "".join(root.itertext())
    html = drawing._repr_mimebundle_()["text/html"]
    assert html.count("<script>") == html.count("</script>") == 1
    assert "<img src=x" not in html
    assert graphviz.Source(drawing.dot.source).source  # a quote in a label does not end it
    assert '\\"' in drawing.dot.source


def test_the_data_of_the_script_is_json_without_an_angle_bracket():
    html = example(backward=True)._repr_mimebundle_()["text/html"]
    uid, data = re.search(r'\)\("(mg[0-9a-f]+)",(\{.*\})\);</script>$', html, re.S).groups()
    assert "<" not in data and f'<div id="{uid}"' in html
    steps = json.loads(data)["steps"]
    assert steps[0]["text"].startswith("backward() puts the gradient 1.0")


def test_the_still_is_an_image_with_the_listing_as_its_text():
    html = example()._repr_mimebundle_()["text/html"]
    still = html[: html.index("<script>")]
    picture = base64.b64decode(re.search(r"base64,([^\"]+)", still)[1])
    assert picture.startswith(b"<svg") and b"<script" not in picture
    assert 'alt="The graph of loss: 3 operations, 2 leaves' in still
    assert "<svg" not in still


def test_nothing_is_fetched_from_anywhere():
    bundle = example(backward=True)._repr_mimebundle_()
    addresses = set(re.findall(r"https?://[^\s\"'<)]+", bundle["text/html"] + bundle["image/svg+xml"]))
    assert addresses == {"http://www.w3.org/2000/svg"}


@pytest.mark.parametrize("backward", [False, True])
@pytest.mark.parametrize("down", [False, True])
def test_boxes_hold_their_text_and_do_not_overlap(backward, down):
    drawing = example(backward)
    graph = drawing.graph
    room = rooms(graph)
    sizes = [box_size(lines_of(graph, k, room.get(k, 0))) for k in range(len(graph.nodes))]
    laid = layout.place(sizes, [(e.source, e.target) for e in graph.edges], down)
    boxes = [(x - w / 2, y - h / 2, x + w / 2, y + h / 2) for (x, y), (w, h) in zip(laid.centres, sizes, strict=True)]
    for i, a in enumerate(boxes):
        assert a[0] >= -1 and a[1] >= -1 and a[2] <= laid.width + 1 and a[3] <= laid.height + 1
        for b in boxes[:i]:
            assert a[2] <= b[0] + 1 or b[2] <= a[0] + 1 or a[3] <= b[1] + 1 or b[3] <= a[1] + 1
    for step in graph.steps:
        for k, text in step.gradients.items():
            assert 7.3 * min(len("gradient " + text), 44) <= sizes[k][0]


def test_parallel_edges_get_a_curve_each():
    laid = layout.place([(60, 30), (60, 30)], [(0, 1), (0, 1)])
    assert len(laid.curves) == 2 and laid.curves[0] != laid.curves[1]


def test_a_stale_value_is_red_and_in_words():
    x = leaf()
    y = x * 2
    z = y * y
    y.add_(1)
    root = ET.fromstring(draw(z).svg())
    assert any("stale" in g.get("class", "") for g in root.iter(f"{SVG}g"))
    words = "".join(root.itertext())
    assert "STALE: saved y twice at v0, now v1" in words and "backward() will refuse" in words


def test_dot_is_a_digraph_in_graphviz_words():
    x = leaf()
    y = x * x
    dot = draw(y).dot
    assert isinstance(dot, graphviz.Digraph)
    assert dot.source.splitlines() == [
        "digraph {",
        '\tgraph [fontname=monospace fontsize=11 label="The graph of y" rankdir=LR]',
        "\tnode [fontname=monospace fontsize=11 shape=box]",
        '\tedge [color="#6b7480"]',
        '\tn0 [label="x',
        "3.0",
        'requires_grad" color="#6b7480" fillcolor="#e3effc" style=filled]',
        '\tn1 [label="y = Mul',
        "9.0",
        'saved x twice at v0, now v0" color="#6b7480" fillcolor="#fdf3dc" style="filled,rounded"]',
        "\tn0 -> n1",
        "\tn0 -> n1",
        "}",
    ]


def test_without_a_layout_engine_the_listing_and_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "pygraphviz", None)
    bundle = example()._repr_mimebundle_()
    assert list(bundle) == ["text/plain"]
    assert bundle["text/plain"].startswith("Only the listing is shown") and "pip install pygraphviz" in str(bundle)
    assert "loss = Sum" in bundle["text/plain"]
    monkeypatch.setitem(sys.modules, "graphviz", None)
    with pytest.raises(ImportError, match="pip install graphviz"):
        _ = example().dot


def test_minigrad_imports_without_any_of_the_drawing_packages():
    code = (
        "import sys; import minigrad.drawing; from minigrad.drawing import graph;"
        "print([m for m in ('graphviz', 'pygraphviz', 'matplotlib') if m in sys.modules])"
    )
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert out.stdout.strip() == "[]"


def test_drawing_writes_nothing_to_the_screen(capfd):
    example(backward=True)._repr_mimebundle_()
    assert capfd.readouterr() == ("", "")
