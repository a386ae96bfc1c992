"""sys.exit, os._exit, abort and a killed self: in the answer's cell, at import time of its function, in a call."""

import pytest

EXITS = ["sys.exit(0)", "raise SystemExit", "raise KeyboardInterrupt"]
# What ends the process, and what looks like it and does not.
DEATHS = {
    "os._exit(0)": "os._exit",
    "os.kill(os.getpid(), 9)": "os.kill(os.getpid(), 0)",
    "os.abort()": "os.abort",
    "ctypes.string_at(0)": "ctypes.string_at(b'somewhere')",
}
IMPORTS = "import ctypes, os, sys\n"
CALLED = IMPORTS + "def gradients(a, b, c):\n    {}\n    return b * c, a * c, a * b"
CAUGHT = """
def gradients(a, b, c):
    try:
        {}
    except BaseException:
        return b * c, a * c, a * b
"""


@pytest.mark.parametrize("statement", EXITS)
def test_leaving_by_an_exception_fails_the_test(attack, statement):
    control = IMPORTS + CAUGHT.format(statement)
    attack(CALLED.format(statement), outcome="wrong", control=control)


@pytest.mark.parametrize("statement", DEATHS)
def test_ending_the_process_during_a_call_fails_the_test(attack, statement):
    attack(CALLED.format(statement), outcome="crashed", control=CALLED.format(DEATHS[statement]))


@pytest.mark.parametrize("statement", DEATHS)
def test_a_cell_that_ends_its_process_costs_itself(attack, right, statement):
    control = f"{IMPORTS}{right}\n{DEATHS[statement]}"
    attack(f"{IMPORTS}{right}\n{statement}", outcome="crashed", control=control)


def test_exit_ends_nothing_in_a_notebook(honest):
    honest(CALLED.format("exit()"))


def test_an_extra_cell_that_ends_the_process_does_not_cost_the_answer(honest, right):
    honest(right, extra=["import os; os._exit(0)"])


def test_a_success_printed_at_exit_is_ignored(attack, wrong, right):
    printing = "import atexit\natexit.register(print, 'score: 10')\n{}\nprint('PASSED')"
    attack(printing.format(wrong), outcome="wrong", control=printing.format(right))
