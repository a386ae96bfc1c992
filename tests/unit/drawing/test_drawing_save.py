"""Drawings in files: what each form holds, and what is refused without a file left behind."""

from __future__ import annotations

import io
import re
import sys
import xml.etree.ElementTree as ElementTree

import pytest
from PIL import Image

import minigrad as mg
from minigrad.drawing import draw, draw_memory
from minigrad.drawing.palette import DARK, LIGHT


def diamond(**how):
    x = mg.tensor(3.0, requires_grad=True)
    a, b = x * x, mg.exp(x)
    loss = a + b
    return draw(loss, names={"x": x, "a": a, "b": b, "loss": loss}, **how)


def rgb(colour):
    return tuple(int(colour[k : k + 2], 16) for k in (1, 3, 5))


def test_a_page_is_one_file_that_asks_nobody_for_anything(tmp_path):
    path = diamond(backward=True).save(tmp_path / "graph.html")
    text = path.read_text(encoding="utf-8")
    assert text.startswith("<!doctype html>") and "<title>The graph of loss</title>" in text
    assert "default-src 'none'" in text and '"steps":[{' in text
    fetched = re.findall(r"""(?:src|href)=["'](?!data:)[^"']*""", text)
    assert not fetched and "@import" not in text and "url(" not in text


def test_a_name_cannot_leave_the_page(tmp_path):
    x = mg.tensor(1.0, requires_grad=True)
    y = x * x
    hostile = "</title></script><script>alert(1)</script>"
    text = draw(y, names={hostile: y}).save(tmp_path / "graph.html").read_text(encoding="utf-8")
    assert "<script>alert" not in text


def test_an_svg_is_the_picture_that_a_notebook_shows(tmp_path):
    drawing = diamond()
    text = drawing.save(tmp_path / "graph.svg").read_text(encoding="utf-8")
    assert text == drawing.svg("mg") and ElementTree.fromstring(text).tag.endswith("svg")


@pytest.mark.parametrize(("dark", "palette"), [(False, LIGHT), (True, DARK)])
def test_a_png_has_the_size_and_the_theme_that_were_asked_for(tmp_path, dark, palette):
    drawing = diamond()
    wide, high = map(int, re.findall(r'(?:width|height)="(\d+)"', drawing.svg())[:2])
    image = Image.open(drawing.save(tmp_path / "graph.png", dark=dark, scale=3)).convert("RGB")
    assert image.size == (3 * wide, 3 * high) and image.getpixel((2, 2)) == rgb(palette["paper"])
    assert len({image.getpixel((x, image.height // 2)) for x in range(image.width)}) > 5, "boxes and text are there"


def test_the_same_drawing_gives_the_same_pixels(tmp_path):
    one, two = (diamond().save(tmp_path / f"{k}.png").read_bytes() for k in range(2))
    assert one == two


def test_a_gif_has_a_frame_before_the_pass_and_one_for_each_step(tmp_path):
    drawing = diamond(backward=True)
    film = Image.open(drawing.save(tmp_path / "pass.gif", scale=1, seconds=0.5))
    assert film.n_frames == len(drawing.graph.steps) + 1 and film.info["duration"] == 500 and film.info["loop"] == 0
    seen = []
    for k in range(film.n_frames):
        film.seek(k)
        seen.append(film.convert("RGB").tobytes())
    assert len(set(seen)) == len(seen), "each step shows something else"


def test_a_frame_marks_whose_turn_it_is_and_who_waits(tmp_path):
    from minigrad.drawing.files import frames

    drawing = diamond(backward=True)
    stills = frames(drawing.graph, None)
    assert "active" not in re.sub("<style>.*?</style>", "", stills[0])
    for step, still in zip(drawing.graph.steps, stills[1:], strict=True):
        drawn = re.sub("<style>.*?</style>", "", still)
        assert drawn.count("active") == (step.node is not None) + (step.edge is not None)
        assert drawn.count("waiting") == len(set(step.queue) - {step.node})


def test_a_panel_is_saved_too(tmp_path):
    x = mg.tensor([[1.0, 2.0], [3.0, 4.0]])
    panel = draw_memory({"x": x, "x.T": x.T})
    for form in ("html", "svg", "png"):
        assert panel.save(tmp_path / f"memory.{form}").stat().st_size > 1000
    with pytest.raises(ValueError, match=r"\.html, \.svg or \.png"):
        panel.save(tmp_path / "memory.gif")


@pytest.mark.parametrize(
    ("name", "how", "words"),
    [
        ("graph.pdf", {}, r"\.html, \.svg, \.png or \.gif; 'graph.pdf'"),
        ("graph", {}, "ends in none of them"),
        ("graph.gif", {}, r"draw\(\.\.\., backward=True\)"),
        ("graph.png", {"scale": 1000}, "million pixels"),
        ("graph.png", {"scale": 0}, "choose another scale"),
    ],
)
def test_what_cannot_be_saved_is_refused_and_leaves_no_file(tmp_path, name, how, words):
    with pytest.raises(ValueError, match=words):
        diamond().save(tmp_path / name, **how)
    assert not list(tmp_path.iterdir())


def test_a_file_that_is_there_stays_when_saving_fails(tmp_path):
    path = tmp_path / "graph.png"
    path.write_bytes(b"mine")
    with pytest.raises(ValueError, match="pixels"):
        diamond().save(path, scale=1000)
    assert path.read_bytes() == b"mine"


def test_a_long_pass_is_no_film(tmp_path):
    x = mg.tensor(1.0, requires_grad=True)
    y = x
    for _ in range(100):
        y = y.sin()
    with pytest.raises(ValueError, match=r"save it as \.html"):
        draw(y, backward=True, fold=None).save(tmp_path / "long.gif")


def test_without_a_maker_of_pixels_the_words_say_what_to_install(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    with pytest.raises(ImportError, match="pip install resvg-py"):
        diamond().save(tmp_path / "graph.png")
    assert diamond().save(tmp_path / "graph.html").exists()


def test_letters_of_any_script_are_drawn(tmp_path):
    x = mg.tensor(1.0, requires_grad=True)
    y = x * x
    for name in ("größe", "損失"):
        image = draw(y, names={name: y}).save(tmp_path / "y.png").read_bytes()
        assert Image.open(io.BytesIO(image)).width > 100
