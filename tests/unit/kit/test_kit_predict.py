"""The table that puts a prediction beside its outcome."""

import doctest

import pytest

from autograder.kit import predict


def test_the_examples_run():
    assert doctest.testmod(predict).failed == 0


def test_a_missing_prediction_is_shown_and_not_marked(capsys):
    predict.beside({}, {"a": 1.0})
    assert "(none)" in capsys.readouterr().out


def test_6_and_6_0_agree(capsys):
    predict.beside({"a": 6}, {"a": 6.0})
    assert capsys.readouterr().out.rstrip().endswith("  as predicted")


@pytest.mark.parametrize("message", ["Few words: and then [] more", "Few words. Advice.", "Few words\nand more"])
def test_an_error_is_cut_after_the_words_that_name_it(message):
    assert predict.first_words(message) == "Few words"


@pytest.mark.parametrize("name", ["vmap", "minigrad.vmap", "index_select()"])
def test_the_name_of_a_function_is_not_yet_what_failed(name):
    assert predict.first_words(f"{name}: Few words: and more") == f"{name}: Few words"


def test_a_line_tells_the_whole_first_sentence_and_prints_nothing(capsys):
    def refused():
        raise RuntimeError("Mismatch: [3] and [2].\nAdvice")

    assert predict.told(refused) == "RuntimeError: Mismatch: [3] and [2]"
    assert predict.told(lambda: 6.0) == 6.0 and capsys.readouterr().out == ""
    assert predict.first_sentence("f(x): a tuple. E.g. f(*x).") == "f(x): a tuple"


@pytest.mark.parametrize("helper", [predict.outcome, predict.told])
def test_an_interrupt_is_not_an_outcome(helper):
    def interrupted():
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        helper(interrupted)
