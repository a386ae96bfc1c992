"""Loops, sleeps, and C code without end: stopped, and the rest goes on."""

import pytest

ENDLESS = {  # without end, and the same with one
    "while True: pass": "while False: pass",
    "import time; time.sleep(1000)": "import time; time.sleep(0.001)",
    "9 ** 9 ** 9": "9 ** 9",
    "import re; re.match('(a+)+$', 'a' * 99 + 'b')": "import re; re.match('(a+)+$', 'a' * 9 + 'b')",
}


@pytest.mark.parametrize("statement", ENDLESS)
def test_a_call_without_end_is_stopped(attack, statement):
    answer = "def gradients(a, b, c):\n    {}\n    return b * c, a * c, a * b"
    attack(answer.format(statement), outcome="timeout", control=answer.format(ENDLESS[statement]))


def test_a_cell_without_end_is_stopped_and_its_test_says_so(attack, right):
    verdict = attack(f"while True: pass\n{right}", outcome="timeout", control=f"while False: pass\n{right}")
    assert "2 s" in verdict.message


def test_an_extra_cell_without_end_does_not_cost_the_answer(honest, right):
    honest(right, extra=["while True: pass"])


def test_signals_cannot_be_ignored(attack, right):
    ignore = "import signal\nfor s in (signal.SIGTERM, signal.SIGINT, signal.SIGALRM): signal.signal(s, signal.SIG_IGN)"
    attack(f"{ignore}\n{right}\nwhile True: pass", outcome="timeout", control=f"{ignore}\n{right}")


def test_answering_by_drips_gains_no_time(attack):
    answer = """
import os, struct, time
def gradients(a, b, c):
    line = {}
    os.write(line, struct.pack(">II", 1000, 0))
    for _ in range({}):
        os.write(line, b"\\x00"); time.sleep(0.3)
    return b * c, a * c, a * b"""
    own = 'os.open("mine", os.O_CREAT | os.O_WRONLY)'
    attack(answer.format(3, 990), outcome="timeout", control=answer.format(own, 2))
