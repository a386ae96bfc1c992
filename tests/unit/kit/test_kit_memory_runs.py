"""`memory_of_chain` measures what a chain of steps holds, and what it needs at most, in states."""

from __future__ import annotations

import tracemalloc

import pytest

import minigrad as mg
from autograder.kit.memory_runs import memory_of_chain
from minigrad.autograd import Function

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


def test_a_recorded_chain_holds_a_state_for_each_step():
    held, most = memory_of_chain(unrolled, SIZE, STEPS, EVERY)
    assert STEPS <= held <= 3 * STEPS
    assert most >= held


def test_a_chain_in_pieces_holds_their_beginnings_and_works_one_out_at_a_time():
    held, most = memory_of_chain(in_pieces, SIZE, STEPS, EVERY)
    whole, _ = memory_of_chain(unrolled, SIZE, STEPS, EVERY)
    assert held <= STEPS / EVERY + 2
    assert held + EVERY / 2 <= most < whole


def test_a_chain_that_records_its_last_step_alone_holds_next_to_nothing():
    assert memory_of_chain(cut_off, SIZE, STEPS, EVERY)[0] < 5


def test_the_measure_does_not_hang_on_the_size_of_a_state():
    small, large = (memory_of_chain(unrolled, size, STEPS, EVERY)[0] for size in (SIZE, 4 * SIZE))
    assert abs(small - large) < 1


def test_measuring_ends_with_an_error_of_the_chain_too():
    def broken(*_):
        raise ValueError("no chain")

    with pytest.raises(ValueError, match="no chain"):
        memory_of_chain(broken, SIZE, STEPS, EVERY)
    assert not tracemalloc.is_tracing()
