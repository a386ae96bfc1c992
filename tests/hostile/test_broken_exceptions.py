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


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_exception_costs_its_test_only(attack, name):
    broken = f"class Broken(Exception):\n    {BROKEN[name]}"
    verdict = attack(f"{broken}\ndef gradients(a, b, c):\n    raise Broken('x')")
    assert verdict.points == 0 and verdict.outcome in ("wrong", "crashed", "protocol", "memory")


def test_an_exception_named_after_ours_is_the_learners(attack):
    verdict = attack(
        "class CheckFailed(BaseException): pass\ndef gradients(a, b, c):\n    raise CheckFailed('all right')"
    )
    assert verdict.points == 0 and verdict.outcome == "wrong"


def test_a_hanging_str_is_stopped(attack):
    verdict = attack("""
class Slow(Exception):
    def __str__(self):
        while True: pass
def gradients(a, b, c): raise Slow""")
    assert verdict.points == 0 and verdict.outcome == "timeout"


def test_messages_are_stripped_of_escapes(attack):
    verdict = attack("def gradients(a, b, c):\n    raise ValueError('\\x1b[31mred\\x1b[0m \\u202e\\x00end')")
    assert verdict.message == "Your code raised ValueError: red end"
