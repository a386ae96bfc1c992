"""The comparisons, as a learner's kernel has them; the judge's are the same code."""

from collections import Counter, OrderedDict, defaultdict

import numpy as np
import pytest

from autograder.kit import CheckFailed, close, learner, plain, raises
from autograder.kit.compare import not_close, not_same

A = np.array([[1.0, -2.0, 3.0]])


@pytest.mark.parametrize(
    ("actual", "expected"),
    [
        (1, 1.0),
        (np.float32(0.5), 0.5),
        ([1.0, 2.0], np.array([1, 2])),
        (A, A.tolist()),
        ([A, A], (A, A)),
        (-np.inf, -np.inf),
    ],
)
def test_close_accepts_equal_numbers_in_any_plain_form(actual, expected):
    close(actual, expected, "law: l")


class EqualToAll(float):
    def __eq__(self, other):
        return True

    __le__ = __lt__ = __ge__ = __gt__ = __ne__ = __eq__
    __hash__ = None


@pytest.mark.parametrize(
    ("actual", "expected"),
    [
        (np.nan, np.nan),
        (np.inf, 1.0),
        (A, A.T),
        (A[0], A),
        (np.ones(1), 1.0),
        (True, 1.0),
        (1 + 0j, 1.0),
        ([], [A, A, A]),
        ([A], [A, A]),
        (None, 1.0),
        ("1", 1.0),
        (EqualToAll(3), 1.0),
        (EqualToAll(1), 1.0),
        ([EqualToAll(1)], [1.0]),
        ([[1.0], [1.0, 2.0]], A),
        (1.0 + 1e-3, 1.0),
    ],
)
def test_close_refuses(actual, expected):
    assert not_close(actual, expected, 1e-6, 1e-9)


ODD_ORDER = OrderedDict(a=1, b=2)
ODD_ORDER.move_to_end("a")


@pytest.mark.parametrize(
    ("actual", "expected"),
    [
        *[(0, 0.0), (np.float64(0.5), 0.5), (np.float32(0.5), 0.5), (np.int64(2), 2.0), (0.5, np.float64(0.5))],
        *[(np.int8(3), 3), (3, np.int64(3)), (np.True_, True), (True, np.True_), (np.complex64(1j), 1j)],
        *[((np.float64(1.0), 0), (1.0, 0.0)), ({1}, {1.0}), ({"a": 2, "b": 1}, {"b": 1.0, "a": 2.0})],
        *[(defaultdict(float, a=1), {"a": 1.0}), (OrderedDict(a=1), {"a": 1}), (ODD_ORDER, {"a": 1, "b": 2})],
        *[(Counter("aab"), {"a": 2, "b": 1}), ([defaultdict(list, a=[1])], [{"a": [1]}]), ({(1, 2): 3}, {(1, 2): 3})],
    ],
)
def test_same_takes_every_ordinary_form_of_a_number_and_of_a_dictionary(actual, expected):
    assert not_same(actual, expected) is None


class Liar(dict):
    def items(self):
        return [("a", 1)]

    __iter__ = __getitem__ = __len__ = __eq__ = items
    __hash__ = None


@pytest.mark.parametrize(
    ("actual", "expected"),
    [
        *[(1, True), (True, 1), (True, 1.0), (1.0, True), (np.int64(1), True), (1.0, 1), (np.float64(1.0), 1)],
        *[(1 + 0j, 1.0), (1.0, 1 + 0j), (0.1, np.float32(0.1)), (2**53 + 1, float(2**53)), (np.nan, np.nan)],
        *[([1], (1,)), (np.ones(1), [1.0]), (np.ones(2), np.ones(2, np.float32)), (np.array(1.0), 1.0), ({1}, {True})],
        *[({"a": 1}, {"a": 2}), ({"a": 1}, {"b": 1}), ({"a": 1}, {"a": 1, "b": 2}), ({True: 1}, {1: 1})],
        *[(defaultdict(float), {"a": 0.0}), (Liar(a=2), {"a": 1}), (EqualToAll(), 3), ("a", None), ("1", 1)],
    ],
)
def test_same_refuses_another_value_and_another_kind(actual, expected):
    assert not_same(actual, expected)


def test_a_failed_check_shows_two_lines_with_call_got_and_expected():
    def double(x):
        return x + x

    with pytest.raises(CheckFailed) as caught:
        close(double(A), A, "twice: double adds x to itself", about="a (1, 3) input")
    first, second = caught.value._render_traceback_()
    assert first == "law: twice: double adds x to itself"
    assert second == "`double(A)` is [[ 2., -4., 6.]], expected [[ 1., -2., 3.]] (a (1, 3) input)"


def test_a_failed_check_is_not_an_exception():
    assert not issubclass(CheckFailed, Exception)


def test_raises_wants_the_type_and_the_message():
    with raises(ZeroDivisionError, "law: l", match="division") as block:
        1 / 0  # noqa: B018
    assert isinstance(block.error, ZeroDivisionError)
    for act, types, match in [
        (lambda: 1 / 0, KeyError, None),
        (lambda: 1 / 0, ZeroDivisionError, "no"),
        (int, KeyError, None),
    ]:
        with pytest.raises(CheckFailed), raises(types, "law: l", match=match):
            act()


def test_plain_is_a_read_only_copy():
    copy = plain(A)
    assert copy is not A and not copy.flags.writeable


def test_code_on_the_learners_side_has_names_of_its_own(monkeypatch):
    monkeypatch.setitem(globals(), "sum", 0)
    monkeypatch.setitem(globals(), "given", lambda x: x + 1)
    seen = []
    learner.run("TEMPORARY = sum([given(x), 1])\nseen.append(TEMPORARY)", x=2, seen=seen)
    assert seen == [4] and learner.eval("sum([x, 1])", x=2) == 3
    assert not {"x", "TEMPORARY", "seen"} & globals().keys()


def test_a_test_may_bind_a_name_of_the_notebook(monkeypatch):
    monkeypatch.setitem(globals(), "recording", False)
    learner.put(recording=True)
    assert recording is True  # noqa: F821


def test_a_number_of_numpys_is_shown_as_the_number():
    assert not_close(np.float64(0.5), np.float64(1.5), 0, 0) == "is 0.5, expected 1.5"
    assert not_close([np.array(3.0), 1], [np.float64(2.0), 1], 0, 0) == "is [3.0, 1], expected [2.0, 1]"
    assert not_same(np.float32(1.0), 1) == "is np.float32(1.0), expected 1", "here the type is what differs"


def test_a_difference_in_digits_or_entries_that_are_not_shown_is_told_by_its_size():
    told = "which is not what is expected: an entry is off by"
    assert not_close(np.array(6.0000001), np.array(6.0), 1e-10, 0) == f"is 6., {told} 1.0e-07"
    other = np.arange(1000.0)
    said = f"is [ 0., 1., 2., ..., 997., 998., 999.], {told} 2.0e+00"
    assert not_close(other + 2.0 * (other == 500), other, 1e-9, 0) == said
    assert not_close(np.array(np.nan), np.array(np.nan), 0, 0) == "is nan, expected nan"


def test_of_nested_lists_and_of_long_ones_the_first_part_that_is_not_the_same_is_shown():
    assert not_same([[0], [1, 1]], [[0], [0, 1]]) == "at [1] is [1, 1], expected [0, 1]"
    assert not_same([0, 1], [1, 1]) == "is [0, 1], expected [1, 1]"
    assert not_same([True] * 299 + [False], [True] * 300) == "at [299] is False, expected True"
    assert not_same([[1], [2]], [[1]]) == "is [[1], [2]], expected [[1]]"


def test_a_text_where_numbers_were_expected_is_shown():
    assert not_close(["no slope"], [np.ones(2)], 0, 0) == "at [0] is 'no slope', expected an array of shape (2,)"
