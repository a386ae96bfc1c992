"""`memory_of_chain` goes there and back while Python notes what a chain holds, and what it needs at most."""

from __future__ import annotations

import tracemalloc

import numpy as np
import pytest

import minigrad as mg
from autograder.kit.memory_runs import are_tensors, in_use, is_recorded, memory_of_chain
from minigrad.autograd import Function, forward_ad
from minigrad.func import grad, jvp, vmap
from minigrad.func.levels import Level

SIZE, STEPS, EVERY = 20_000, 24, 6


def unrolled(advance, state, steps, every):
    for _ in range(steps):
        state = advance(state)
    return state


def in_pieces(advance, state, steps, every):
    class Piece(Function):
        """A piece of the chain that keeps its beginning, and is worked out again on the walk back."""

        @staticmethod
        def forward(ctx, state):
            ctx.save_for_backward(state)
            return unrolled(advance, state, every, every)

        @staticmethod
        def backward(ctx, upstream):
            (begin,) = ctx.saved_tensors
            with mg.enable_grad():
                begin = begin.detach().requires_grad_()
                end = unrolled(advance, begin, every, every)
            return mg.autograd.grad(end, begin, upstream)

    for _ in range(steps // every):
        state = Piece.apply(state)
    return state


def cut_off(advance, state, steps, every):
    with mg.no_grad():
        state = unrolled(advance, state, steps - 1, every)
    return advance(state.requires_grad_())


def measured(made, size=SIZE):
    """In states: what is in use on arrival, and at most on the way back."""
    notes, ones = {}, np.ones(size)

    def noting(word):
        notes[word] = in_use()

    def advance(s):
        return s + 0.01 * s.sin()

    knows, most, _, _ = memory_of_chain(made, advance, noting, ones, STEPS, EVERY, ones)
    assert knows
    return [(each - notes["begins"]) / ones.nbytes for each in (notes["has come there"], most)]


def test_a_recorded_chain_holds_a_state_for_each_step():
    held, most = measured(unrolled)
    assert STEPS <= held <= 3 * STEPS
    assert most >= held


def test_a_chain_in_pieces_holds_their_beginnings_and_works_one_out_at_a_time():
    held, most = measured(in_pieces)
    whole, _ = measured(unrolled)
    assert held <= STEPS / EVERY + 2
    assert held + EVERY / 2 <= most < whole


def test_a_chain_that_records_its_last_step_alone_holds_next_to_nothing():
    assert measured(cut_off)[0] < 5


def test_the_measure_does_not_hang_on_the_size_of_a_state():
    small, large = (measured(unrolled, size)[0] for size in (SIZE, 4 * SIZE))
    assert abs(small - large) < 1


def test_the_end_and_its_slopes_come_back():
    begin, upper = np.array([0.5, -1.0]), np.array([1.0, -10.0])
    _, _, end, slopes = memory_of_chain(unrolled, lambda s: 1.5 * s, lambda word: None, begin, 2, 1, upper)
    np.testing.assert_allclose(end, 2.25 * begin)
    np.testing.assert_allclose(slopes, 2.25 * upper)


def test_measuring_ends_with_an_error_of_the_chain_too():
    def broken(*_):
        raise ValueError("no chain")

    with pytest.raises(ValueError, match="no chain"):
        memory_of_chain(broken, None, lambda word: None, np.ones(3), STEPS, EVERY, np.ones(3))
    assert not tracemalloc.is_tracing()


def test_it_is_said_when_traces_were_cleared():
    def forgetting(advance, state, steps, every):
        tracemalloc.clear_traces()
        return state

    assert not memory_of_chain(forgetting, None, lambda word: None, np.ones(3), STEPS, EVERY, np.ones(3))[0]


def noted(transform):
    """What is said of the squares that a transform makes of x."""
    said = []

    def square(x):
        y = (x * x).sum()
        said.append(is_recorded(y))
        return y

    transform(square, mg.tensor([[1.0, 2.0]]))
    return said


class Own(Level):
    """Not one of the engine's."""


def under(level, f, x):
    with level:
        f(x)


WAYS = {
    "plainly": (lambda f, x: f(x), False),
    "as a leaf that asks": (lambda f, x: f(x.requires_grad_()), True),
    "grad": (lambda f, x: grad(f)(x), True),
    "jvp": (lambda f, x: jvp(f, (x,), (x,)), True),
    "vmap": (lambda f, x: vmap(f)(x), False),
    "vmap of grad": (lambda f, x: vmap(grad(f))(x), True),
    "grad of vmap": (lambda f, x: grad(lambda x: vmap(f)(x).sum())(x), True),
    "jvp of vmap": (lambda f, x: jvp(lambda x: vmap(f)(x), (x,), (x,)), True),
    "vmap over a leaf that asks": (lambda f, x: vmap(f)(x.requires_grad_()), True),
    "a level of somebody else's": (lambda f, x: under(Own(), f, x), True),
}


@pytest.mark.parametrize("transform, recorded", WAYS.values(), ids=WAYS)
def test_what_leaves_a_trace_counts_as_recorded(transform, recorded):
    assert noted(transform) == [recorded]


def test_so_does_a_dual_tensor():
    with forward_ad.dual_level():
        x = mg.tensor([1.0, 2.0])
        assert is_recorded(forward_ad.make_dual(x, x) * 2)


def test_only_tensors_of_the_engine_are_tensors():
    class Kind(mg.Tensor):
        __slots__ = ()

    own = mg.tensor(1.0)
    own.__class__ = Kind
    assert [are_tensors(each) for each in (mg.tensor(1.0), own, 1.0)] == [True, False, False]
