"""What is drawn of a Jacobian is so: numbers, zeros, the framed row and column, in the picture and in its words."""

from __future__ import annotations

import xml.etree.ElementTree as ET

import numpy as np
import pytest

import minigrad as mg
from minigrad.drawing import draw_jacobian
from minigrad.drawing.draw_jacobian import measured

SVG = "{http://www.w3.org/2000/svg}"
FUNCTIONS = {
    "cumsum": lambda x: x.cumsum(0),
    "products": lambda x: x[1:] * x[:-1],
    "outer": lambda x: x[:, None] * x,
    "one number": lambda x: (x * x).sum(),
    "a part": lambda x: x[:2].exp(),
    "independent": lambda x: mg.ones(2),
    "itself": lambda x: x,
}


def pieces(panel, kind, name="rect"):
    return [each for each in ET.fromstring(panel.svg()).iter(f"{SVG}{name}") if each.get("class") == kind]


@pytest.mark.parametrize("name", FUNCTIONS)
def test_the_table_is_the_jacobian(name):
    x, f = mg.tensor([1.5, -2.0, 0.5]), FUNCTIONS[name]
    expected = mg.func.jacrev(f)(x).numpy().reshape(-1, 3)
    table = measured(f, x, 0, 0)
    assert np.allclose(table.J, expected)
    assert f"{(expected == 0).sum()} of {expected.size} entries" in str(draw_jacobian(f, x))


def test_each_entry_is_a_cell_and_zeros_are_empty():
    panel = draw_jacobian(FUNCTIONS["cumsum"], mg.tensor([3.0, 1.0, 2.0]))
    assert (len(pieces(panel, "cell number")), len(pieces(panel, "cell empty"))) == (6, 3)
    assert [line.split()[1:] for line in str(panel).splitlines()[2:5]] == [
        ["1.0", ".", "."],
        ["1.0", "1.0", "."],
        ["1.0"] * 3,
    ]


def test_the_framed_row_and_column_are_those_that_are_asked_for():
    panel = draw_jacobian(lambda x: x[:, None] * x, mg.tensor([2.0, 3.0]), row=1, column=1)
    assert "vjp with v = 1 at y[0,1], 0 elsewhere: row 1, [3.0, 2.0]" in str(panel)
    assert "jvp with v = 1 at x[1], 0 elsewhere: column 1, [0.0, 2.0, 2.0, 6.0]" in str(panel)
    (row,), (column,) = pieces(panel, "taken", "path"), pieces(panel, "hop", "path")
    number, cells = 22, pieces(panel, "cell empty") + pieces(panel, "cell number")
    tops = sorted({float(cell.get("y")) for cell in cells})
    lefts = sorted({float(cell.get("x")) for cell in cells})
    assert row.get("d").startswith(f"M{lefts[0]:.1f} {tops[1]:.1f}h") and f"v{number}" in row.get("d")
    assert column.get("d").startswith(f"M{lefts[1]:.1f} {tops[0] - 2:.1f}h")


def test_no_frame_where_none_is_asked_for():
    panel = draw_jacobian(FUNCTIONS["cumsum"], mg.tensor([3.0, 1.0]), row=None, column=None)
    assert not pieces(panel, "taken", "path") + pieces(panel, "hop", "path")
    assert "vjp with" not in str(panel) and len(panel.parts) == 1 and "Framed" not in panel.svg()
    only = draw_jacobian(FUNCTIONS["cumsum"], mg.tensor([3.0, 1.0]), row=None)
    assert pieces(only, "view", "text")[0].text.startswith("jvp with") and not pieces(only, "flow", "text")
    assert "Framed: the column that a jvp takes (purple)." in only.svg() and "a vjp" not in only.svg()


def test_a_large_one_is_shades_by_sign_and_size():
    panel = draw_jacobian(lambda x: x[1:] - 3 * x[:-1], mg.zeros(20))
    assert (len(pieces(panel, "plus")), len(pieces(panel, "minus"))) == (19, 19)
    assert {each.get("fill-opacity") for each in pieces(panel, "plus")} == {"0.50"}
    assert {each.get("fill-opacity") for each in pieces(panel, "minus")} == {"1.00"}
    assert str(panel).splitlines()[1] == "-+" + 18 * "."


def test_it_fits_a_narrow_window():
    for f, x in ((lambda x: x.T, mg.zeros(2, 4)), (lambda x: x, mg.zeros(64)), (lambda x: x * 1e-9, mg.zeros(10))):
        assert float(ET.fromstring(draw_jacobian(f, x).svg()).get("width")) <= 620


@pytest.mark.parametrize("x", [mg.tensor(3.0), mg.zeros(1, 1, 1), mg.tensor([1.0, 1e30]), mg.zeros(64)])
def test_odd_tensors_are_drawn_and_stay_as_they_are(x):
    before = x.numpy().copy()
    panel = draw_jacobian(lambda x: x * x, x)
    ET.fromstring(panel.svg())
    assert set(panel._repr_mimebundle_()) == {"text/html", "image/svg+xml", "text/plain"}
    assert np.array_equal(x.numpy(), before) and x.grad is None and not x.requires_grad


def test_it_is_drawn_without_recording_too():
    with mg.no_grad():
        assert "1.0   1.0" in str(draw_jacobian(FUNCTIONS["cumsum"], mg.tensor([3.0, 1.0])))


def test_what_cannot_be_drawn_gets_a_sentence():
    for x in (3.0, mg.tensor([1, 2]), np.zeros(3)):
        with pytest.raises(TypeError, match="takes a function and a floating tensor; x is of type"):
            draw_jacobian(lambda x: x, x)
    with pytest.raises(TypeError, match="whose value is a tensor; f"):
        draw_jacobian(lambda x: (x, x), mg.zeros(3))
    with pytest.raises(ValueError, match=r"x has 65 entries, and a picture has room for 1 to 64"):
        draw_jacobian(lambda x: x.sum(), mg.zeros(65))
    with pytest.raises(ValueError, match=r"f\(x\) has 0 entries"):
        draw_jacobian(lambda x: x[:0], mg.zeros(3))
    with pytest.raises(ValueError, match="row 3, and the rows are numbered from 0 to 2"):
        draw_jacobian(lambda x: x, mg.zeros(3), row=3)
