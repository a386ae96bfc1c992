"""What docs/engine.md says of the engine is so."""

import re
from pathlib import Path

import pytest

import minigrad as mg

ROOT = Path(__file__).resolve().parents[3]
WORDS = {"mul"}  # an operation: ops declares it
TEXT = (ROOT / "docs" / "engine.md").read_text("utf8")


def test_the_program_ends_as_the_tour_says():
    program, said = re.findall(r"```(?:python)?\n(.*?)```", TEXT, re.S)
    kind, opening = said.strip().split(": ", 1)
    with pytest.raises(RuntimeError) as caught:
        exec(program, {"mg": mg})
    assert type(caught.value).__name__ == kind
    assert str(caught.value).startswith(opening)


def test_the_product_keeps_what_the_tour_says():
    x, y = mg.tensor([1.0, 2.0], requires_grad=True), mg.tensor([3.0, 4.0])
    node = (x * y).grad_fn
    assert node.saved == (None, y)
    assert node.next_functions[0][0].variable is x
    assert node.next_functions[1] == (None, 0)


def test_every_file_and_name_of_the_tour_is_there():
    files = set(re.findall(r"`(\w+)\.py`", TEXT))
    sources = {name: (ROOT / "minigrad" / f"{name}.py").read_text("utf8") for name in files}
    everything = "\n".join(sources.values()) + (ROOT / "minigrad" / "autograd" / "gradients.py").read_text("utf8")
    named = re.findall(r"`(?:Operation\.|OperationNode\.|Walk\.|Counter\.|[a-z]+\.)?(?!py`)([a-z]\w+)`", TEXT)
    unknown = {n for n in named if not re.search(rf"\b(?:def|class) {n}\b", everything)} - WORDS
    assert len(files) >= 10
    assert not unknown
