"""The pictures of the documentation are what their code blocks draw."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import pytest

MAKE = Path(__file__).resolve().parents[3] / "docs" / "pictures" / "make.py"


def made():
    spec = importlib.util.spec_from_file_location("make_pictures", MAKE)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_pictures_are_what_their_blocks_draw():
    pytest.importorskip("pygraphviz")
    module = made()
    drawn = dict(module.pictures())
    assert set(drawn) == {"square", "diamond", "peak", "view", "stale", "network", "memory", "broadcast", "jacobian"}
    old = [name for name, svg in drawn.items() if (module.HERE / f"{name}.svg").read_text("utf8") != svg]
    assert not old, "run: python docs/pictures/make.py"
    assert {path.stem for path in module.HERE.glob("*.svg")} == set(drawn)
