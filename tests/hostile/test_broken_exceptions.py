"""Exceptions whose __str__, args or __dict__ raise, hang, or name themselves after ours."""

import pytest

BROKEN = {
    "str raises": "def __str__(self): raise ValueError('no')",
    "str returns a number": "def __str__(self): return 5",
    "args raise": "args = property(lambda self: 1 / 0)",
    "dict raises": "__dict__ = property(lambda self: 1 / 0)",
    "class lies": "__class__ = property(lambda self: int)",
    "huge text": "def __str__(self): return 'x' * 10**8",
}
RAISES = "def gradients(a, b, c):\n    raise {}"
CATCHES = """
def gradients(a, b, c):
    try:
        raise {}
    except BaseException:
        return b * c, a * c, a * b
"""


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_exception_costs_its_test_only(attack, name):
    broken = f"class Broken(Exception):\n    {BROKEN[name]}\n"
    outcome = "crashed" if name == "dict raises" else "wrong"  # our own code looks there, and ends its process
    attack(broken + RAISES.format("Broken('x')"), outcome=outcome, control=broken + CATCHES.format("Broken('x')"))


def test_an_exception_named_after_ours_is_the_learners(attack):
    named = "class CheckFailed(BaseException): pass\n"
    raised = "CheckFailed('all right')"
    attack(named + RAISES.format(raised), outcome="wrong", control=named + CATCHES.format(raised))


def test_a_hanging_str_is_stopped(attack):
    slow = """
class Slow(Exception):
    def __str__(self):
        while True: pass
"""
    attack(slow + RAISES.format("Slow"), outcome="timeout", control=slow + CATCHES.format("Slow"))


def test_messages_are_stripped_of_escapes(attack):
    raised = "ValueError('\\x1b[31mred\\x1b[0m \\u202e\\x00end')"
    verdict = attack(RAISES.format(raised), outcome="wrong", control=CATCHES.format(raised))
    assert verdict.message == "Your code raised ValueError: red end"
