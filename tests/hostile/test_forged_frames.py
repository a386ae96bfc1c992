"""Frames written to the protocol's descriptor: right shape, wrong id; twice; ahead of time; nonsense.

They stand around a right answer, which loses its points by them. The control writes the same into a file of its own.
"""

import pytest

FRAME = """
import msgpack, os, struct, threading, time
def frame(tree):
    packed = msgpack.packb(tree)
    return struct.pack(">II", len(packed), 0) + packed
def own():
    return os.open("mine", os.O_CREAT | os.O_WRONLY)
"""
FORGERIES = {
    "an answer before the question": "frame([1, 10 ** 6, None, [[], []]])",
    "answers to the next thousand questions": "b''.join(frame([1, n, None, [[], []]]) for n in range(1000))",
    "a lying length": "struct.pack('>II', 2 ** 31, 0)",
    "nonsense": "b'\\xff' * 1000",
    "a call of a function never passed": "frame([3, -1, 7, [], [], [[], []]])",
    "an endless nest": "struct.pack('>II', 100000, 0) + b'\\x91' * 100000",
}
WRITES = """
def gradients(a, b, c):
    os.write({line}, {forged})
    return b * c, a * c, a * b"""
FLOODS = """
def flood(line):
    while True:
        os.write(line, frame([1, 3, True, [[], []]]))
        time.sleep(0.0005)
def gradients(a, b, c):
    threading.Thread(target=flood, args=[{line}], daemon=True).start()
    time.sleep(0.2)
    return b * c, a * c, a * b"""
CLOSES = """
def gradients(a, b, c):
    os.close({line})
    return b * c, a * c, a * b"""


@pytest.mark.parametrize("name", FORGERIES)
def test_a_forged_frame_costs_the_test(attack, name):
    forged = FRAME + WRITES.replace("{forged}", FORGERIES[name])
    attack(forged.format(line=3), outcome="protocol", control=forged.format(line="own()"))


def test_frames_from_a_thread_cost_the_test(attack):
    floods = FRAME + FLOODS
    attack(floods.format(line=3), outcome="protocol", control=floods.format(line="own()"))


def test_a_closed_descriptor_costs_the_test(attack):
    closes = FRAME + CLOSES
    attack(closes.format(line=3), outcome="crashed", control=closes.format(line="own()"))
