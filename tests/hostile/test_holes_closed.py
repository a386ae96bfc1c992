"""Ways to a mark or to a hidden value that stood open once: what closed each is tried with the class it belongs to."""

import pytest
from judging import judged


def test_stop_iteration_from_a_call_is_no_end_of_the_tests_own_loop(judge):
    test = "held = all(map(lambda x: same(f(x), 2 * x, 'twice: f doubles') is None, [1.0, 2.0]))\n"
    test += "same(held, True, 'twice: f doubles')"
    for raised in ("StopIteration", "type('Stop', (StopIteration,), {})"):
        raises = f"def f(x):\n    try:\n        raise {raised}()\n    except CAUGHT:\n        return 2 * x"
        verdict = judged(judge, raises.replace("CAUGHT", "KeyError"), test)
        assert (verdict.points, verdict.outcome) == (0, "wrong"), verdict
        assert judged(judge, raises.replace("CAUGHT", "StopIteration"), test).outcome == "right"


def test_an_iterator_of_the_learners_still_ends(judge):
    test = "same(list(count(3)), [0, 1, 2], 'ends: three numbers')"
    assert judged(judge, "def count(n):\n    yield from range(n)", test).outcome == "right"
    own = """
class count:
    def __init__(self, n):
        self.left = iter(range(n))
    def __iter__(self):
        return self
    def __next__(self):
        return next(self.left)"""
    assert judged(judge, own, test).outcome == "right"


@pytest.mark.parametrize("ufunc", ["positive", "copysign", "negative"])
def test_a_ufunc_of_the_learners_cannot_write_into_the_tests_arrays(judge, ufunc):
    test = "x, y = np.array([1.0, 2.0]), np.array([5.0, 7.0])\nfound = middle(x, y)\n"
    test += "close(found, (x + y) / 2, 'middle: half of the sum')"
    verdict = judged(judge, f"middle = np.{ufunc}", test)
    assert (verdict.points, verdict.outcome) == (0, "wrong"), verdict
    right = f"middle = lambda x, y: np.{ufunc}(x, x.copy()) * 0 + np.add(x, y) / 2"
    assert judged(judge, right, test).outcome == "right"


def test_a_ufunc_is_an_honest_answer(judge):
    assert judged(judge, "f = np.exp", "close(f(np.array([0.0, 1.0])), np.exp([0.0, 1.0]), 'exp')").points == 3


@pytest.mark.parametrize("bad", ["np.array([np.inf, 0.0])", "np.array([-np.inf, 0.0])", "np.array([np.nan, 1.0])"])
def test_an_infinite_gradient_is_near_no_slope(judge, bad):
    answer = """
import minigrad as mg
class Bad(mg.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x * x
    @staticmethod
    def backward(ctx, g):
        return {}
f = Bad.apply"""
    test = "gradcheck(f, [np.array([1.0, 2.0])], 'slope: of the square')"
    verdict = judged(judge, answer.format(f"mg.tensor({bad})"), test)
    assert (verdict.points, verdict.outcome, verdict.law) == (0, "wrong", "slope: of the square"), verdict
    assert judged(judge, answer.format("2 * ctx.saved_tensors[0] * g"), test).outcome == "right"


HELPER = "def tried(x):\n    close(f(x), 2 * x, 'twice: f doubles')\ntried(3.0)"
HIDDEN = "tried(1234.5)"


def test_a_visible_function_called_by_the_hidden_part_shows_nothing_hidden(judge):
    raises = "def f(x):\n    if x == {}: raise ValueError(f'Inputs {{x}}')\n    return 2 * x"
    for answer, right in (("f = lambda x: 6.0", "f = lambda x: 2 * x"), (raises.format(1234.5), raises.format(1234))):
        verdict = judged(judge, answer, HELPER, HIDDEN)
        assert (verdict.points, verdict.visible, verdict.law) == (0, True, "twice: f doubles"), verdict
        assert "1234" not in verdict.message and "2469" not in verdict.message
        assert judged(judge, right, HELPER, HIDDEN).outcome == "right"
    seen = judged(judge, "f = lambda x: 7.0", HELPER, HIDDEN)
    assert not seen.visible and "7.0" in seen.message


SUMS = """
same(bool(abs(sum(wanted) - sum(numbers)) < 1e-6), True, 'spared: the right sum is yours')
same(bool(abs(max(numbers) - sum(wanted)) > 1e-6), True, 'caught: the largest is another')
"""
LIAR = """
class N:
    __add__ = __radd__ = __sub__ = __rsub__ = lambda self, other: {said}
    __gt__ = __lt__ = lambda self, other: True
    __array__ = lambda self, *a, **k: {said}
    __float__ = lambda self: 0.0
liar = N()
numbers, wanted = """


@pytest.mark.parametrize("said", ["0.0", "__import__('random').random()", "self", "[]"])
def test_objects_that_stand_where_data_belongs_do_not_answer_the_judges_sums(judge, said):
    right = "[1, 2], [3]"
    verdict = judged(judge, LIAR.format(said=said) + "[liar], [liar]", SUMS, reference=f"numbers, wanted = {right}")
    assert (verdict.points, verdict.outcome) == (0, "wrong"), verdict
    assert (
        judged(judge, LIAR.format(said=said) + right, SUMS, reference=f"numbers, wanted = {right}").outcome == "right"
    )


@pytest.mark.parametrize(
    "numbers",
    ["(1, 2.0)", "[np.float64(1), np.int8(2)]", "np.array([1, 2])", "type('L', (list,), {})([1, 2])", "[True, 2]"],
)
def test_data_of_another_make_is_taken_as_what_it_holds(judge, numbers):
    answer = f"numbers, wanted = {numbers}, [3]"
    assert judged(judge, answer, SUMS, reference="numbers, wanted = [1, 2], [3]").outcome == "right"


def test_a_range_holds_no_more_than_a_message_can(judge):
    test = "same(len(np.array(numbers)), 5, 'five: numbers')"
    assert judged(judge, "numbers = range(5)", test).outcome == "right"
    verdict = judged(judge, "numbers = range(10**12)", test)
    assert verdict.outcome == "refused" and "too large" in verdict.message
