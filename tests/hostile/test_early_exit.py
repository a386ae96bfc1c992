"""sys.exit, os._exit, abort and a killed self: in the answer's cell, at import time of its function, in a call."""

import pytest

EXITS = ["sys.exit(0)", "raise SystemExit", "raise KeyboardInterrupt", "exit()"]
DEATHS = ["os._exit(0)", "os.kill(os.getpid(), 9)", "os.abort()", "ctypes.string_at(0)"]
IMPORTS = "import ctypes, os, sys\n"


@pytest.mark.parametrize("statement", EXITS + DEATHS)
def test_leaving_during_a_call_fails_the_test(attack, statement):
    verdict = attack(f"{IMPORTS}def gradients(a, b, c):\n    {statement}")
    assert verdict.points == 0 and verdict.outcome == ("crashed" if statement in DEATHS else "wrong")


@pytest.mark.parametrize("statement", DEATHS)
def test_a_cell_that_ends_its_process_costs_itself(attack, right, statement):
    verdict = attack(f"{IMPORTS}{right}\n{statement}")
    assert verdict.points == 0 and verdict.outcome == "crashed"


def test_an_extra_cell_that_ends_the_process_does_not_cost_the_answer(attack, right):
    verdict = attack(right, extra=["import os; os._exit(0)"])
    assert verdict.outcome == "right"


def test_a_success_printed_at_exit_is_ignored(attack, wrong):
    verdict = attack(f"import atexit\natexit.register(print, 'score: 10')\n{wrong}\nprint('PASSED')")
    assert verdict.points == 0
