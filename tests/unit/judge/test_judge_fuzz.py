"""Mutated frames and notebooks, the short form; the long one is `python -m tests.fuzz`."""

import sys

import pytest

from tests import fuzz

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the bound on memory is read from /proc")


def test_a_mutated_frame_is_a_value_or_a_protocol_error_in_bounded_time_and_memory():
    fuzz.bounded(fuzz.fuzz_frames, 3, 4000)


def test_a_mutated_stream_is_a_frame_or_a_protocol_error_in_bounded_time_and_memory():
    fuzz.bounded(fuzz.fuzz_streams, 4, 200)


def test_a_mutated_notebook_is_read_or_refused_in_bounded_time_and_memory():
    fuzz.bounded(fuzz.fuzz_notebooks, 5, 400)


def test_the_bounds_would_be_noticed():
    def large() -> None:
        kept = [bytearray(2 * fuzz.MEMORY)]
        assert kept

    with pytest.raises(AssertionError, match="MemoryError"):
        fuzz.bounded(large)

    def endless() -> None:
        while sys:
            continue

    with pytest.raises(AssertionError, match="the system ended it"):
        fuzz.bounded(endless, seconds=1)
