"""Mutated input for what reads strangers' bytes: frames of the wire, and notebook files.

    python -m tests.fuzz [FRAMES [NOTEBOOKS]]      the long form: a million frames and twenty thousand notebooks

The short form runs with the other tests. Whatever comes in, a reader answers with a value or with its own error, in
bounded time and memory; any other exception is a hole. Both forms run in a process of their own, whose limits of memory
and computing time are the system's.
"""

from __future__ import annotations

import contextlib
import json
import multiprocessing
import random
import socket
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import msgpack
import numpy as np

from autograder.intake import read_submission, rebuild
from autograder.selftest.exercise import RIGHT, master
from autograder.wire.channel import parse_tree
from autograder.wire.frames import HEADER, Decoder, Encoder, ProtocolError

SLOWEST = 2.0  # seconds of computing for one input
MEMORY = 512 << 20  # bytes that reading may take beyond what the process has when it starts
VALUES = (
    [1, -1.5, None, True, "text", b"bytes", 10**30, 1j],
    {"a": (1, 2), 3: {4, 5}, "x" * 2000: frozenset((6,))},
    [np.arange(12.0).reshape(3, 4), np.float32(2), np.array(True), np.zeros((2, 0, 3), "<i8"), np.dtype("<f8")],
    [slice(1, None, 2), range(3), ..., NotImplemented, [[[[[]]]]]],
)
ODD = (0x00, 0x7F, 0x80, 0x90, 0x91, 0xC0, 0xC1, 0xC4, 0xC7, 0xCF, 0xD3, 0xDB, 0xDC, 0xDD, 0xDE, 0xDF, 0xFF)


def frames(seed: int, count: int):
    """Honest messages with bytes changed, cut out, doubled and put in; and trees that are odd by construction."""
    pick = random.Random(seed)
    honest = [_message(value) for value in VALUES]
    for number in range(count):
        tree, blobs = pick.choice(honest)
        if number % 3:
            yield mutated(tree, pick), blobs
        else:
            yield msgpack.packb(_odd_tree(pick, 5)), mutated(blobs, pick)


def _message(value) -> tuple[bytes, bytes]:
    encoder = Encoder(lambda other: ["handle", 1, ["class", 1]])
    frame = encoder.frame([1, 7, encoder.value(value), [[], []]])
    size, _ = HEADER.unpack(frame[: HEADER.size])
    return frame[HEADER.size : HEADER.size + size], frame[HEADER.size + size :]


def mutated(data: bytes, pick: random.Random) -> bytes:
    made = bytearray(data)
    for _ in range(pick.randint(1, 4)):
        at = pick.randrange(len(made) + 1)
        kind = pick.randrange(4)
        if kind == 0 and at < len(made):
            made[at] = pick.choice((*ODD, pick.randrange(256)))
        elif kind == 1:
            del made[at : at + pick.randint(1, 8)]
        elif kind == 2:
            made[at:at] = made[at : at + pick.randint(1, 40)]
        else:
            made[at:at] = bytes(pick.choice(ODD) for _ in range(pick.randint(1, 6)))
    return bytes(made)


def _odd_tree(pick: random.Random, depth: int):
    tags = [*Decoder._BY_TAG, "handle", "class", "raised", "nonsense"]
    leaves = [
        None,
        True,
        0,
        -1,
        2**63,
        2**31,
        1e308,
        float("nan"),
        "",
        "<f8",
        "0x" + "f" * 50,
        "é" * 300,
        pick.choice(tags),
    ]
    if not depth or pick.random() < 0.4:
        return pick.choice(leaves)
    return [pick.choice(tags), *(_odd_tree(pick, depth - 1) for _ in range(pick.randrange(5)))]


def read_frame(packed: bytes, blobs: bytes) -> None:
    """What the judge does with a frame, as far as plain values; only a ProtocolError may come out."""

    def other(tree):
        raise ProtocolError("not plain")

    started = time.process_time()
    try:
        tree = parse_tree(packed)
        Decoder(blobs, other).value(tree[2] if type(tree) is list and len(tree) > 2 else tree)
    except ProtocolError:
        pass
    assert time.process_time() - started < SLOWEST


def read_header(data: bytes) -> None:
    """A frame from its first byte, through a socket."""
    from autograder.wire.channel import Channel

    ours, theirs = socket.socketpair()
    with ours, theirs:
        theirs.sendall(data[: 1 << 15])
        theirs.shutdown(socket.SHUT_WR)
        with contextlib.suppress(ProtocolError, EOFError):
            Channel(ours).receive(time.monotonic() + 1)


def notebooks(seed: int, count: int):
    """The released notebook with its JSON changed, in bytes and in structure."""
    pick = random.Random(seed)
    cells = [
        {"cell_type": "code", "id": cell.cell_id, "source": RIGHT, "outputs": [], "execution_count": None,
         "metadata": {"nbgrader": {"grade_id": cell.grade_id, "solution": True}} if cell.grade_id else {}}
        for cell in master().cells
    ]  # fmt: skip
    honest = {"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "cells": cells}
    for number in range(count):
        made = json.loads(json.dumps(honest))
        for _ in range(pick.randint(1, 3)):
            _break(made, pick)
        data = json.dumps(made).encode()
        yield mutated(data, pick) if number % 2 else data


def _break(made, pick: random.Random) -> None:
    """Change one thing somewhere in the structure."""
    place = made
    while True:
        keys = list(place) if isinstance(place, dict) else list(range(len(place)))
        if not keys:
            return
        key = pick.choice(keys)
        if isinstance(place[key], dict | list) and place[key] and pick.random() < 0.8:
            place = place[key]
            continue
        odd = [
            None,
            0,
            -1,
            1e308,
            True,
            "",
            "\x00\ud800"[:1],
            [],
            {},
            [[]],
            "x" * 5000,
            {"nbgrader": 3},
            ["a", 1],
            place[key],
        ]
        place[key] = pick.choice(odd)
        return


def read_notebook(data: bytes, folder: Path) -> None:
    """Reading and rebuilding never raise, whatever is in the file."""
    file = folder / "selftest.ipynb"
    file.write_bytes(data)
    started = time.process_time()
    rebuild(master(), read_submission(file))
    assert time.process_time() - started < SLOWEST


def bounded(work: Callable[..., None], *arguments: object, seconds: int = 60) -> None:
    """Run `work` in a process that the system ends at so much memory and computing time; AssertionError if it must."""
    import resource

    def child(sending) -> None:
        used = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
        resource.setrlimit(resource.RLIMIT_AS, (used + MEMORY, used + MEMORY))
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
        try:
            work(*arguments)
            sending.send("")
        except BaseException as error:
            sending.send(f"{type(error).__name__}: {error}")

    receiving, sending = multiprocessing.Pipe(duplex=False)
    process = multiprocessing.get_context("fork").Process(target=child, args=(sending,))
    process.start()
    sending.close()
    try:
        said = receiving.recv()
    except EOFError:
        said = "the system ended it"
    process.join()
    assert not said, said


def fuzz_frames(seed: int, count: int) -> None:
    for packed, blobs in frames(seed, count):
        read_frame(packed, blobs)


def fuzz_streams(seed: int, count: int) -> None:
    for packed, blobs in frames(seed, count):
        read_header(packed + blobs)


def fuzz_notebooks(seed: int, count: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        for data in notebooks(seed, count):
            read_notebook(data, Path(folder))


def main(argv: list[str]) -> int:
    counts = [int(word) for word in argv] + [1_000_000, 20_000][len(argv) :]
    started = time.monotonic()
    bounded(fuzz_frames, 1, counts[0], seconds=3600)
    print(f"{counts[0]} frames in {time.monotonic() - started:.0f} s")
    bounded(fuzz_notebooks, 1, counts[1], seconds=3600)
    print(f"{counts[1]} notebooks; {time.monotonic() - started:.0f} s in all")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
