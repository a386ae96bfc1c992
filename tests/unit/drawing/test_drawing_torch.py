"""A drawing of PyTorch's tensors shows what one of minigrad's shows: graph, saved values, versions, backward pass.

torch_drawings.json is what PyTorch 2.13's tensors showed (`make parity` compares it with PyTorch). Four things
minigrad remembers and PyTorch does not; they are taken out of minigrad's drawing before the two are compared, and
nothing else is.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from types import SimpleNamespace

import pytest
from torch_programs import PROGRAMS, shown

import minigrad as mg
from minigrad.drawing import torch_nodes

RECORDED = json.loads((Path(__file__).parent / "torch_drawings.json").read_text(encoding="utf-8"))["shown"]
WHO_WROTE = re.compile(
    r" \(\w+, line \d+: [^()]*\([^()]*\)\)|(?<=  )writes \w+ into a part of it; written in place: .*"
)
SAVED_WHERE = re.compile(r"(expected version \d+ instead\.).*")
A_CONSTANT_OF_A_WRITE = re.compile(r"(%3  constant) +10$")
A_VIEW_THAT_NOBODY_HOLDS = re.compile(r"(Slice\(%0\) +shape \(2,\) +)a view of %0; ")
ONLY_OURS = (WHO_WROTE, SAVED_WHERE, A_CONSTANT_OF_A_WRITE, A_VIEW_THAT_NOBODY_HOLDS)


def told(what):
    """What a drawing shows, without what only minigrad remembers."""
    if isinstance(what, dict):
        return {name: told(each) for name, each in what.items()}
    if isinstance(what, list):
        return [told(each) for each in what]
    if isinstance(what, str):
        for pattern in ONLY_OURS:
            what = pattern.sub(lambda found: found[1] if found.re.groups else "", what)
        return what.rstrip()
    return what


@pytest.mark.parametrize("name", PROGRAMS)
def test_pytorchs_tensors_are_drawn_as_minigrads_are(name):
    assert told(shown(mg, name)) == told(RECORDED[name])


def test_what_is_recorded_is_what_the_programs_draw():
    assert list(RECORDED) == list(PROGRAMS)


def test_what_only_minigrad_tells_stands_in_no_recorded_drawing():
    for pattern in (WHO_WROTE, A_CONSTANT_OF_A_WRITE, A_VIEW_THAT_NOBODY_HOLDS):
        assert not any(pattern.search(line) for shows in RECORDED.values() for line in shows["listing"])


def node(**attributes):
    """A node as PyTorch's are, as far as a drawing asks it."""
    given = {"_input_metadata": (SimpleNamespace(shape=(2,)),), "next_functions": (), "name": lambda: "MulBackward0"}
    return SimpleNamespace(**(given | attributes))


class Refusing:
    """A node whose saved value cannot be read."""

    _input_metadata = (SimpleNamespace(shape=()),)
    next_functions = ()
    _raw_saved_self = object()

    def __init__(self, words):
        self.words = words

    @property
    def _saved_self(self):
        raise RuntimeError(self.words)


def test_a_stale_value_is_known_by_the_words_of_the_refusal():
    words = (
        "one of the variables needed for gradient computation has been modified by an inplace operation: "
        "[torch.FloatTensor [2, 3]], which is output 1 of UnbindBackward0, is at version 4; expected version 2 instead."
    )
    ((word, kept, then),) = torch_nodes.held(Refusing(words))
    assert (word, then) == ("self", 2)
    assert kept == torch_nodes.Overwritten(then=2, now=4, maker="Unbind", output=1, shape=(2, 3))


def test_values_that_were_let_go_are_no_values():
    gone = Refusing("Trying to backward through the graph a second time (... after they have already been freed).")
    assert torch_nodes.held(gone) == [] and torch_nodes.let_go(gone)


def test_an_error_of_another_kind_is_no_saved_value_and_no_crash():
    odd = Refusing("something else")
    assert torch_nodes.held(odd) == [] and not torch_nodes.let_go(odd)


def test_a_node_of_minigrads_is_none_of_pytorchs():
    x = mg.tensor(1.0, requires_grad=True)
    assert not torch_nodes.is_torch((x * x).grad_fn) and torch_nodes.is_torch(node())
