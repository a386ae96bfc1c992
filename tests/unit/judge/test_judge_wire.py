"""The wire: what is plain survives the way there and back, and bad bytes end in ProtocolError alone."""

import contextlib
import math
import random
import socket
import struct
import time
import tracemalloc

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from autograder.kit.compare import not_same
from autograder.wire import frames as wire
from autograder.wire.channel import Channel, parse_tree
from autograder.wire.frames import Decoder, Encoder, ProtocolError, TooLarge


def refuse(tree):
    raise ProtocolError(f"unknown tag {tree[0]!r}")


def never(value):
    raise TypeError(f"not plain: {type(value).__name__}")


def there_and_back(value):
    encoder = Encoder(never)
    frame = encoder.frame(encoder.value(value))
    return decode(frame)


def decode(frame):
    tree_length, blob_length = wire.HEADER.unpack(frame[: wire.HEADER.size])
    tree = parse_tree(frame[wire.HEADER.size : wire.HEADER.size + tree_length])
    return Decoder(frame[wire.HEADER.size + tree_length :][:blob_length], refuse).value(tree)


text = st.text(st.characters(exclude_categories=("Cs",)))
hashable = st.one_of(st.none(), st.booleans(), st.integers(-(2**200), 2**200), text, st.binary(max_size=20))
plain = st.recursive(
    hashable | st.floats(allow_nan=False) | st.complex_numbers(allow_nan=False),
    lambda inner: st.lists(inner, max_size=5) | st.tuples(inner, inner) | st.dictionaries(hashable, inner, max_size=4),
    max_leaves=20,
)


@given(plain)
@settings(max_examples=150, deadline=None)
def test_plain_values_survive_by_exact_type(value):
    assert not_same(there_and_back(value), value) is None


@given(
    hnp.arrays(
        hnp.scalar_dtypes().filter(lambda d: d.newbyteorder("<").str in wire.DTYPES), hnp.array_shapes(max_dims=4)
    )
)
@settings(max_examples=80, deadline=None)
def test_arrays_survive_with_dtype_and_shape(array):
    array = array.astype(array.dtype.newbyteorder("<"))
    back = there_and_back(array)
    assert back.dtype == array.dtype and back.shape == array.shape and back.tobytes() == array.tobytes()


@pytest.mark.parametrize(
    "value",
    [math.nan, math.inf, np.float32(1.5), np.bool_(True), slice(1, None, 2), range(3, 9, 2), ..., NotImplemented]
    + [{1, 2}, frozenset([3]), np.dtype("f4"), "x" * 10_000, b"\0" * 10_000, np.ones((3, 0, 2)), np.ones((3, 2)).T],
)
def test_rarer_values_survive(value):
    back = there_and_back(value)
    assert type(back) is type(value)
    assert str(back) == str(value)


@pytest.mark.parametrize(
    "value", [list(range(wire.MAX_ITEMS + 1)), np.ones(wire.MAX_BLOBS // 8 + 1), np.broadcast_to(1.0, (10**6, 10**6))]
)
def test_what_is_too_large_is_said_at_the_sending_end(value):
    with pytest.raises(TooLarge):
        there_and_back(value)


def nested(depth):
    value = []
    for _ in range(depth):
        value = [value]
    return value


def test_nesting_is_bounded_at_both_ends():
    there_and_back(nested(wire.MAX_DEPTH - 2))
    with pytest.raises(TooLarge):
        there_and_back(nested(wire.MAX_DEPTH + 2))
    tree = None
    for _ in range(wire.MAX_DEPTH + 2):
        tree = ["list", [tree]]
    with pytest.raises(ProtocolError):
        Decoder(b"", refuse).value(tree)


@pytest.mark.parametrize(
    "tree",
    [
        [],
        [1],
        ["nonsense"],
        ["list"],
        ["list", 3],
        ["list", [[]]],
        ["int", 5],
        ["int", "0x" + "f" * 5000],
        ["complex", 1, 2],
        ["text", 0, 1],
        ["text", -1, 1],
        ["text", True, 0],
        ["dict", [1, 2, 1, 3]],
        ["dict", [1]],
        ["dict", [["list", []], 1]],
        ["array", "|O", [1], 0, 8],
        ["array", "<f8", [1 << 40, 1 << 40], 0, 0],
        ["array", "<f8", [-1], 0, 0],
        ["array", "<f8", [1.0], 0, 0],
        ["array", "<f8", [1] * 33, 0, 0],
        ["range", [0, 1, 1.5]],
        ["dtype", "O"],
        b"bytes",
    ],
)
def test_malformed_trees_are_protocol_errors(tree):
    with pytest.raises(ProtocolError):
        Decoder(b"", refuse).value(tree)


def test_one_blob_cannot_be_referred_to_without_end():
    blob = bytes(1 << 20)
    with pytest.raises(ProtocolError):
        Decoder(blob, refuse).value(["list", [["bytes", 0, 1 << 20]] * 1000])


@pytest.mark.parametrize(
    "tree", [b"\xdd\xff\xff\xff\xff", b"\x91" * 100_000, b"\xc1", b"\x81\x01\x02", b"\xd4\x01\x02", b""]
)
def test_bad_msgpack_is_a_protocol_error(tree):
    with pytest.raises(ProtocolError):
        parse_tree(tree)


def test_the_worst_tree_is_bounded_in_memory():
    items = wire.MAX_TREE // 5 // 2
    bomb = b"\xdc" + struct.pack(">H", 60_000) + b"\x90" * 60_000
    tracemalloc.start()
    parse_tree(b"\xdd" + struct.pack(">I", items // 60_000) + bomb * (items // 60_000))
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 200 << 20


def test_mutated_frames_raise_nothing_but_protocol_errors():
    rng = random.Random(5)
    encoder = Encoder(never)
    value = {"a": [1, 2.5, "text" * 400, (None, True)], "b": np.arange(12.0).reshape(3, 4), "c": {1: 2**100}}
    frame = encoder.frame(encoder.value(value))
    until = time.monotonic() + 1.5
    tried = 0
    while time.monotonic() < until:
        bad = bytearray(frame)
        for _ in range(rng.randint(1, 8)):
            place = rng.randrange(len(bad))
            act = rng.random()
            if act < 0.6:
                bad[place] = rng.randrange(256)
            elif act < 0.8:
                del bad[place : place + rng.randint(1, 4)]
            else:
                bad[place:place] = rng.randbytes(rng.randint(1, 4))
        tried += 1
        with contextlib.suppress(ProtocolError):
            decode(bytes(bad).ljust(8, b"\0"))
    assert tried > 1000


@pytest.fixture
def ends():
    a, b = socket.socketpair()
    yield Channel(a), b
    a.close()
    b.close()


@pytest.mark.parametrize("header", [(2**31, 0), (0, 2**31), (2**32 - 1, 2**32 - 1)])
def test_a_lying_length_is_refused_before_anything_is_read(ends, header):
    channel, other = ends
    other.sendall(wire.HEADER.pack(*header))
    with pytest.raises(ProtocolError):
        channel.receive(time.monotonic() + 5)


def test_a_frame_that_never_ends_runs_into_the_deadline(ends):
    channel, other = ends
    other.sendall(wire.HEADER.pack(100, 0) + b"abc")
    with pytest.raises(TimeoutError):
        channel.receive(time.monotonic() + 0.1)


def test_a_closed_end_is_noticed(ends):
    channel, other = ends
    assert not channel.waiting()
    other.close()
    assert channel.waiting()
    with pytest.raises(EOFError):
        channel.receive(time.monotonic() + 1)
