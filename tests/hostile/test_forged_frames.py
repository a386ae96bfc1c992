"""Frames written to the protocol's descriptor: right shape, wrong id; twice; ahead of time; nonsense."""

import pytest

FRAME = """
import msgpack, os, struct
def frame(tree):
    packed = msgpack.packb(tree)
    return struct.pack(">II", len(packed), 0) + packed
"""
FORGERIES = {
    "an answer before the question": "frame([1, 10 ** 6, None, [[], []]])",
    "answers to the next thousand questions": "b''.join(frame([1, n, None, [[], []]]) for n in range(1000))",
    "a lying length": "struct.pack('>II', 2 ** 31, 0)",
    "nonsense": "b'\\xff' * 1000",
    "a call of a function never passed": "frame([3, -1, 7, [], [], [[], []]])",
    "an endless nest": "struct.pack('>II', 100000, 0) + b'\\x91' * 100000",
}


@pytest.mark.parametrize("name", FORGERIES)
def test_a_forged_frame_costs_the_test(attack, wrong, name):
    verdict = attack(f"""
{FRAME}
def gradients(a, b, c):
    os.write(3, {FORGERIES[name]})
    return b * c, a * c, a * b""")
    assert verdict.points == 0 and verdict.outcome == "protocol"


def test_frames_from_a_thread_cost_the_test(attack):
    verdict = attack(f"""
{FRAME}
import threading, time
def flood():
    while True:
        os.write(3, frame([1, 3, True, [[], []]]))
        time.sleep(0.0005)
def gradients(a, b, c):
    threading.Thread(target=flood, daemon=True).start()
    time.sleep(0.2)
    return b * c, a * c, a * b""")
    assert verdict.points == 0 and verdict.outcome == "protocol"


def test_a_closed_descriptor_costs_the_test(attack):
    verdict = attack("import os\ndef gradients(a, b, c):\n    os.close(3)")
    assert verdict.points == 0 and verdict.outcome == "crashed"
