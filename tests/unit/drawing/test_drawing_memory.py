"""What is drawn of memory and of broadcasting is so: in the picture, in its words, and for a screen reader."""

from __future__ import annotations

import base64
import re
import xml.etree.ElementTree as ET

import numpy as np
import pytest

import minigrad as mg
from minigrad.drawing import draw_broadcast, draw_memory
from minigrad.drawing.draw_memory import strip
from minigrad.drawing.memory import named, storages
from tests.unit.drawing.own_engine import Value

SVG = "{http://www.w3.org/2000/svg}"
HOSTILE = "</script><img src=x onerror=alert(1)>&\"'"


def x23():
    return mg.tensor([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]])


def read(**tensors):
    return storages(named((tensors,), None, "a test"), "a test")


VIEWS = {
    "itself": lambda x: x,
    "transposed": lambda x: x.T,
    "slice": lambda x: x[:, 1:],
    "one row": lambda x: x[1],
    "one number": lambda x: x[1, 2],
    "every other": lambda x: x[:, ::2],
    "stretched": lambda x: x[:, :1].expand(2, 3),
    "in front": lambda x: x.expand(2, 2, 3),
    "reshaped": lambda x: x.reshape(3, 2),
    "view of a view": lambda x: x.T[1:][0],
    "lent to numpy": lambda x: x.numpy(),
    "backwards": lambda x: x.numpy()[::-1, ::-1],
    "detached": lambda x: x.detach(),
}


@pytest.mark.parametrize("kind", VIEWS)
def test_a_view_stands_on_the_storage_of_its_base_at_the_numbers_it_reads(kind):
    x = x23()
    view = VIEWS[kind](x)
    (storage,) = read(x=x, view=view)
    drawn = storage.views[1]
    assert storage.values == ["1.0", "2.0", "3.0", "4.0", "5.0", "6.0"]
    assert [storage.values[p] for p in drawn.positions] == drawn.values
    assert drawn.values == [f"{v:.1f}" for v in np.asarray(view.numpy() if hasattr(view, "numpy") else view).ravel()]
    if hasattr(view, "stride"):
        assert drawn.strides == tuple(view.stride())


@pytest.mark.parametrize("copy", [lambda x: x + 0, lambda x: x.clone(), lambda x: x[[0, 1]], lambda x: x.T.reshape(6)])
def test_a_copy_has_a_storage_of_its_own(copy):
    first, second = read(x=(x := x23()), y=copy(x))
    assert [view.name for view in first.views] == ["x"] and [view.name for view in second.views] == ["y"]


def test_writing_through_a_view_shows_in_the_storage():
    x = x23()
    turned = x.T
    turned[0, 1] = 40.0
    told = str(draw_memory(x, turned))
    assert "number    1.0  2.0  3.0  40.0  5.0  6.0" in told
    assert told.startswith("Storage of x and turned: 6 numbers, float32")


def test_the_picture_says_what_the_words_say():
    x = x23()
    panel = draw_memory({"x": x, "x[:, 1:]": x[:, 1:]})
    root = ET.fromstring(panel.svg())
    texts = [text.text for text in root.iter(f"{SVG}text")]
    assert texts.count("dim 0: +3") == 2 and texts.count("dim 1: +1") == 2
    assert "shape (2, 2), strides (3, 1), begins at position 1" in texts
    assert len([r for r in root.iter(f"{SVG}rect") if r.get("class") == "cell empty"]) == 2
    labels = [g.get("aria-label") for g in root.iter(f"{SVG}g") if g.get("tabindex") == "0"]
    assert labels[0] == "Storage of x and x[:, 1:]: 6 numbers, float32: 1.0, 2.0, 3.0, 4.0, 5.0, 6.0."
    assert "reads the positions [[1, 2], [4, 5]]; one step along dimension 0 goes +3 in the storage" in labels[2]


def test_what_is_stretched_is_read_several_times_and_goes_nowhere():
    column = mg.tensor([[1.0], [2.0]])
    wide = column.expand(2, 3)
    texts = [text.text for text in ET.fromstring(draw_memory(column, wide).svg()).iter(f"{SVG}text")]
    assert texts.count("0,0 ×3") == 1 and "dim 1: 0" in texts


def test_of_a_large_storage_the_part_that_is_read_is_drawn():
    x = mg.tensor(np.arange(1000.0))
    (storage,) = read(part=x[500:510:3])
    assert storage.first == 500 and storage.values == [f"{v}.0" for v in range(500, 510)] and not storage.whole
    assert "10 numbers from position 500 on" in strip(storage).title
    with pytest.raises(ValueError, match=r"the storage of a and b has 901 numbers.*room for 48"):
        draw_memory({"a": x[:3], "b": x[900:901]})


@pytest.mark.parametrize(
    "tensor",
    [mg.tensor(3.0), mg.tensor([]), mg.zeros(2, 0), mg.tensor([True, False]), mg.tensor([1, 2]), np.array(1 + 2j)]
    + [mg.tensor(np.arange(24.0).reshape(2, 3, 4)), mg.zeros(2, 1, 2, 1, 2), mg.tensor([float("nan"), -1e-30])]
    + [mg.tensor([1.0], requires_grad=True) * 2, np.asfortranarray(np.arange(6).reshape(2, 3))],
)
def test_odd_tensors_are_drawn(tensor):
    for panel in (draw_memory(tensor), draw_broadcast(tensor)):
        ET.fromstring(panel.svg())
        assert str(panel) and set(panel._repr_mimebundle_()) == {"text/html", "image/svg+xml", "text/plain"}


def test_tensors_of_another_engine_are_drawn():
    assert "number    2.0" in str(draw_memory(Value(2.0)))


def test_what_cannot_be_drawn_gets_a_sentence():
    with pytest.raises(TypeError, match="takes tensors and numpy arrays of numbers; tensor 1 is of type float"):
        draw_memory(3.0)
    with pytest.raises(TypeError, match="word is of type ndarray"):
        draw_memory({"word": np.array(["a"])})
    with pytest.raises(ValueError, match="takes 1 to 8 tensors, not 0"):
        draw_memory()
    with pytest.raises(ValueError, match="takes 1 to 8 tensors, not 9"):
        draw_broadcast([mg.tensor(1.0)] * 9)
    with pytest.raises(ValueError, match="x has 60 entries, and a picture has room for 48"):
        draw_memory({"x": mg.zeros(6, 10)})
    with pytest.raises(ValueError, match="as uint8, which has no picture"):
        draw_memory({"x": (x := np.zeros(2)), "bytes": x.view(np.uint8)})
    with pytest.raises(TypeError, match="takes tensors and numpy arrays"):
        draw_broadcast((2, -3))


def test_shapes_meet_as_numpy_says():
    rng = np.random.default_rng(0)
    for _ in range(200):
        shapes = [tuple(rng.choice([0, 1, 1, 2, 3], size=rng.integers(4)).tolist()) for _ in range(rng.integers(2, 4))]
        try:
            expected = np.broadcast_shapes(*shapes)
        except ValueError:
            with pytest.raises(ValueError, match=r"cannot meet: \d against \d in the .*, and neither is 1"):
                draw_broadcast(*shapes)
        else:
            assert str(draw_broadcast(*shapes)).endswith(f"{expected}")


def test_what_is_used_again_is_marked():
    column, row = mg.tensor([[1.0], [2.0]]), mg.tensor([10.0, 20.0, 30.0])
    panel = draw_broadcast(column, row)
    sheets = [g for g in ET.fromstring(panel.svg()).iter(f"{SVG}g") if "strides" in g.get("aria-label", "")]
    assert [g.get("aria-label").split(":")[0] for g in sheets] == [
        "column, stretched to (2, 3), strides (1, 0)",
        "row, stretched to (2, 3), strides (0, 1)",
    ]
    again = [[r.get("class") for r in g.iter(f"{SVG}rect")].count("cell again") for g in sheets]
    assert again == [4, 3]  # six entries, of which two, and three, are there
    with pytest.raises(
        ValueError, match=r"\(2, 3\) and tensor 2 with \(2,\) cannot meet: 3 against 2 in the last column"
    ):
        draw_broadcast(x23(), mg.tensor([1.0, 2.0]))
    assert "only the shapes" in draw_broadcast((5, 1), (40,)).svg()


def test_the_bundle_is_a_picture_with_words_and_a_script_that_cannot_be_left():
    panel = draw_memory({HOSTILE: x23()})
    html = panel._repr_mimebundle_()["text/html"]
    assert html.count("<script>") == html.count("</script>") == 1 and "<img src=x" not in html
    picture = base64.b64decode(re.search(r"base64,([^\"]+)", html)[1])
    assert HOSTILE in "".join(ET.fromstring(picture).itertext())
    ids = [re.findall(r'\bid="([^"]+)"', panel.svg()) for _ in range(2)]
    assert len(set(ids[0])) == len(ids[0]) and not set(ids[0]) & set(ids[1])


def test_no_cell_lies_on_another_and_all_are_in_the_frame():
    x = mg.tensor(np.arange(12.0).reshape(2, 2, 3))
    root = ET.fromstring(draw_memory({"x": x, "a": x[:, 0], "b": x[1].T}).svg())
    for part in (g for g in root.iter(f"{SVG}g") if g.get("tabindex") == "0"):
        rects = [[float(r.get(k)) for k in ("x", "y", "width", "height")] for r in part.iter(f"{SVG}rect")]
        frame, cells = rects[0], rects[1:]
        assert all(x + w <= frame[2] and y + h <= frame[3] for x, y, w, h in cells)
        for k, (x, y, w, h) in enumerate(cells):
            assert all(
                x + w <= c[0] + 0.2 or c[0] + c[2] <= x + 0.2 or y + h <= c[1] or c[1] + c[3] <= y for c in cells[:k]
            )
