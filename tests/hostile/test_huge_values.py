"""Arrays of 10**9 elements, lists of millions, lengths of 10**12, numbers of a million digits: refused, not chewed."""

import pytest

HUGE = [
    "np.broadcast_to(1.0, (10**9,))",
    "np.broadcast_to(1.0, (10**6, 10**6))",
    "[0.0] * 3_000_000",
    "10 ** 1_000_000",
    "'x' * 10**8",
    "np.ones((1,) * 64)",
    "np.zeros(3, dtype=[('a', float)])",
    "[[]] * 99_999",
]


@pytest.mark.parametrize("value", HUGE)
def test_a_huge_value_is_no_answer(attack, value):
    verdict = attack(f"import numpy as np\ndef gradients(a, b, c):\n    return ({value},) * 3")
    assert verdict.points == 0 and verdict.outcome in ("wrong", "refused", "memory")


@pytest.mark.parametrize("length", ["10**12", "10**18", "-1", "2.5"])
def test_a_lying_length_does_not_hang_the_judge(attack, length):
    test = """
        total = 0
        for i in range(len(thing)):
            total += 1
        assert total == 2, "length: two"
    """
    liar = f"class Thing:\n    def __len__(self): return {length}\nthing = Thing()"
    verdict = attack(liar, test, "", "thing = [1, 2]")
    assert verdict.points == 0 and verdict.outcome in ("timeout", "wrong", "protocol")


def test_a_number_that_makes_the_judge_allocate_is_refused(attack):
    test = """
        assert np.ones(size()).sum() == 3, "size: three"
    """
    verdict = attack("def size(): return 10**12", test, "", "def size(): return 3")
    assert verdict.points == 0 and verdict.outcome == "refused"


def test_c_code_in_the_judge_that_never_ends_is_stopped_from_outside(judge, attack):
    test = """
        assert 9 ** power() > 0, "power: small"
    """
    verdict = attack("def power(): return 9**9", test, "", "def power(): return 3")
    assert verdict.points == 0 and verdict.outcome in ("refused", "timeout")


def test_memory_runs_out_for_the_learner_alone(attack):
    # Asked for and not touched, since address space is what is limited: a busy machine takes seconds to hand out
    # a gigabyte of pages, and then time runs out before memory does. Case 33 touches them.
    verdict = attack("import numpy as np\ndef gradients(a, b, c):\n    return [np.empty(10**7) for _ in range(10**4)]")
    assert verdict.points == 0 and verdict.outcome == "memory"
