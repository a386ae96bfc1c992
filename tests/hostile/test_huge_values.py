"""Arrays of 10**9 elements, lists of millions, lengths of 10**12, numbers of a million digits: refused, not chewed."""

import pytest

HUGE = {  # and what it comes to
    "np.broadcast_to(1.0, (10**9,))": "refused",
    "np.broadcast_to(1.0, (10**6, 10**6))": "refused",
    "[0.0] * 3_000_000": "refused",
    "10 ** 1_000_000": "wrong",
    "'x' * 10**8": "refused",
    "np.ones((1,) * 64)": "wrong",
    "np.zeros(3, dtype=[('a', float)])": "wrong",
    "[[]] * 99_999": "refused",
}


@pytest.mark.parametrize("value", HUGE)
def test_a_huge_value_is_no_answer(attack, value):
    answer = f"import numpy as np\ndef gradients(a, b, c):\n    huge = {value}\n    return "
    attack(answer + "(huge,) * 3", outcome=HUGE[value], control=answer + "b * c, a * c, a * b")


LENGTHS = {"10**12": "timeout", "10**20": "wrong", "-1": "wrong", "2.5": "wrong"}


@pytest.mark.parametrize("length", LENGTHS)
def test_a_lying_length_does_not_hang_the_judge(attack, length):
    test = """
        total = 0
        for i in range(len(thing)):
            total += 1
        assert total == 2, "length: two"
    """
    liar = "class Thing:\n    def __len__(self): return {}\nthing = Thing()"
    attack(liar.format(length), test, "", liar.format(2), outcome=LENGTHS[length], control=liar.format(2))


def test_a_number_that_makes_the_judge_allocate_is_refused(attack):
    test = """
        assert np.ones(size()).sum() == 3, "size: three"
    """
    size = "def size(): return {}"
    attack(size.format("10**12"), test, "", size.format(3), outcome="refused", control=size.format("len([10**12] * 3)"))


def test_c_code_in_the_judge_that_never_ends_is_stopped_from_outside(attack):
    test = """
        assert 9 ** power() > 0, "power: small"
    """
    power = "def power(): return {}"
    attack(power.format("9**9"), test, "", power.format(3), outcome="timeout", control=power.format("9**2"))


def test_memory_runs_out_for_the_learner_alone(attack):
    # Asked for and not touched, since address space is what is limited: a busy machine takes seconds to hand out
    # a gigabyte of pages, and then time runs out before memory does. Case 33 touches them.
    answer = """
import numpy as np
def gradients(a, b, c):
    kept = [np.empty(10**7) for _ in range({})]
    return b * c, a * c, a * b"""
    attack(answer.format(10**4), outcome="memory", control=answer.format(2))
