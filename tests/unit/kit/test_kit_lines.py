"""Lines that are put in order: what is right runs, what is not says so, and nothing raises before a check asks."""

import re

import pytest

from autograder.kit.lines import in_order

POOL = """
    A | def swap(pair):
    B |     return second, first
    C |     first, second = pair
    D |     return pair
    E |         pair = ()
    """


def test_the_right_order_makes_the_function_and_shows_it(capsys):
    swap = in_order(POOL, "A C B")
    assert swap((1, 2)) == (2, 1)
    assert capsys.readouterr().out == "def swap(pair):\n    first, second = pair\n    return second, first\n"


def test_a_wrong_order_that_is_python_runs(capsys):
    assert in_order(POOL, "A D C")((1, 2)) == (1, 2)


@pytest.mark.parametrize(
    ("order", "sentence"),
    [
        ("A X", "There is no line 'X'; the lines are A B C D E."),
        ("A C C B", "Used twice: C."),
        ("A C E B", "This is not Python, line E: unexpected indent."),
        ("A", "This is not Python, line A: expected an indented block"),
        ("C A B", "This is not Python, line C: unexpected indent."),
    ],
)
def test_what_makes_no_function_is_said_at_once_and_raised_when_called(capsys, order, sentence):
    made = in_order(POOL, order)
    assert sentence in capsys.readouterr().out
    for _ in range(2):
        with pytest.raises(Exception, match=re.escape(sentence)) as caught:
            made((1, 2))
    assert len(caught.value._render_traceback_()) == 1, "a learner sees a sentence and no stack"


def test_an_order_with_nothing_in_it_is_still_the_stub(capsys):
    with pytest.raises(NotImplementedError, match="still the stub"):
        in_order(POOL, "")((1, 2))
    assert capsys.readouterr().out == ""


def test_commas_do_no_harm(capsys):
    assert in_order(POOL, "A, C, B")((1, 2)) == (2, 1)


@pytest.mark.parametrize("order", ["a, c, b", "a c B", "A,c,b"])
def test_small_letters_do_no_harm(capsys, order):
    assert in_order(POOL, order)((1, 2)) == (2, 1)


def test_a_label_that_is_there_as_it_was_written_is_meant(capsys):
    lines = "A | def f():\n  b |     return 1\n  B |     return 2"
    assert [in_order(lines, order)() for order in ("A b", "a B")] == [1, 2]


def test_the_lines_see_the_notebooks_names_and_add_none(capsys):
    namespace = {"in_order": in_order, "TEN": 10}
    exec('made = in_order("A | def ten():\\nB |     return TEN", "A B")', namespace)
    assert namespace["made"]() == 10 and "ten" not in namespace


def test_a_pool_that_is_written_wrongly_is_its_authors_fault():
    with pytest.raises(ValueError, match=r"looks like `A \| code`"):
        in_order("A def swap(pair):", "A")
