"""Loops, sleeps, and C code without end: stopped, and the rest goes on."""

import pytest

ENDLESS = [
    "while True: pass",
    "import time; time.sleep(1000)",
    "9 ** 9 ** 9",
    "import re; re.match('(a+)+$', 'a' * 99 + 'b')",
]


@pytest.mark.parametrize("statement", ENDLESS)
def test_a_call_without_end_is_stopped(attack, statement):
    verdict = attack(f"def gradients(a, b, c):\n    {statement}")
    assert verdict.points == 0 and verdict.outcome == "timeout"


def test_a_cell_without_end_is_stopped_and_its_test_says_so(attack):
    verdict = attack("while True: pass\ndef gradients(a, b, c): pass")
    assert verdict.points == 0 and verdict.outcome == "timeout"
    assert "2 s" in verdict.message


def test_an_extra_cell_without_end_does_not_cost_the_answer(attack, right):
    assert attack(right, extra=["while True: pass"]).outcome == "right"


def test_signals_cannot_be_ignored(attack):
    ignore = "import signal\nfor s in (signal.SIGTERM, signal.SIGINT, signal.SIGALRM): signal.signal(s, signal.SIG_IGN)"
    assert attack(f"{ignore}\nwhile True: pass").outcome == "timeout"


def test_answering_by_drips_gains_no_time(attack):
    verdict = attack("""
import os, struct, time
def gradients(a, b, c):
    os.write(3, struct.pack(">II", 1000, 0))
    while True:
        os.write(3, b"\\x00"); time.sleep(0.3)""")
    assert verdict.points == 0 and verdict.outcome in ("timeout", "protocol")
