"""Mutated frames and notebooks, the short form; the long one is `python -m tests.fuzz`."""

from tests import fuzz


def test_a_mutated_frame_is_a_value_or_a_protocol_error():
    for packed, blobs in fuzz.frames(seed=3, count=4000):
        fuzz.read_frame(packed, blobs)


def test_a_mutated_stream_is_a_frame_or_a_protocol_error():
    for packed, blobs in fuzz.frames(seed=4, count=200):
        fuzz.read_header(packed + blobs)


def test_a_mutated_notebook_is_read_or_refused(tmp_path):
    for data in fuzz.notebooks(seed=5, count=400):
        fuzz.read_notebook(data, tmp_path)
