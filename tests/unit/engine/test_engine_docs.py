"""What docs/engine.md says of the engine is so."""

import ast
import re
from pathlib import Path

import pytest

import minigrad as mg

ROOT = Path(__file__).resolve().parents[3]
WORDS = {"mul"}  # an operation: ops declares it
TEXT = (ROOT / "docs" / "engine.md").read_text("utf8")
CODE = re.findall(r"```(?:python)?\n(.*?)```", TEXT, re.S)
TOUR, LEVELS = TEXT.split("## A batched tensor")


def test_the_program_ends_as_the_tour_says():
    program, said, *_ = CODE
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
    files = set(re.findall(r"`(\w+)\.py`", TOUR))
    sources = {name: (ROOT / "minigrad" / f"{name}.py").read_text("utf8") for name in files}
    everything = "\n".join(sources.values()) + (ROOT / "minigrad" / "autograd" / "gradients.py").read_text("utf8")
    named = re.findall(r"`(?:Operation\.|OperationNode\.|Walk\.|Counter\.|[a-z]+\.)?(?!py`)([a-z]\w+)`", TOUR)
    unknown = {n for n in named if not re.search(rf"\b(?:def|class) {n}\b", everything)} - WORDS
    assert len(files) >= 10
    assert not unknown


def test_the_batch_gives_what_the_page_says_and_saves_what_it_says():
    program, said = CODE[2:]
    names = {"mg": mg}
    exec(program, names)
    assert names["each"].tolist() == ast.literal_eval(said)
    seen = []

    def product(w, x):
        y = w * x
        seen.extend([type(y.grad_fn).__name__, y.grad_fn._saved_other is x, tuple(y.shape), y._meta.batch[1].shape])
        return y.sum()

    mg.func.vmap(mg.func.grad(product), in_dims=(None, 0))(names["w"], names["xs"])
    assert seen == ["MulBackward0", True, (2,), (3, 2)]


def test_every_file_and_name_of_the_page_on_levels_is_there():
    files = re.findall(r"`(func/\w+\.py)`", LEVELS)
    everything = "\n".join(p.read_text("utf8") for p in (ROOT / "minigrad").rglob("*.py"))
    assert all((ROOT / "minigrad" / name).is_file() for name in files)
    assert len(set(files)) >= 6
    named = set(re.findall(r"`(?:\w+\.)*(\w+)`", re.sub(r"```.*?```", "", LEVELS, flags=re.S))) - {"MulBackward0"}
    assert len(named) > 20
    for name in named:
        assert re.search(rf"\b(?:def|class) {name}\b|\b{name}\b.*=", everything), name
