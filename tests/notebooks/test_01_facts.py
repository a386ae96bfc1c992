"""What notebook 01 says is so: its own cells are run here, and the numbers in its text are checked against them."""

from __future__ import annotations

import numpy as np
import pytest

import minigrad as mg
from minigrad.drawing import draw_broadcast, draw_memory
from tests.notebooks.lesson import Lesson

LESSON = Lesson.read("01_tensors")


def test_dtypes_are_those_that_the_text_names():
    assert mg.tensor([1.5]).dtype == mg.float32 and mg.tensor(np.array([1.5])).dtype == mg.float64
    assert mg.tensor([1]).dtype == mg.int64 and mg.Tensor([1]).dtype == mg.float32
    assert mg.Tensor([True]).dtype == mg.float32 and mg.Tensor(3).shape == (3,)


def test_integers_cannot_ask_for_gradients():
    with pytest.raises(RuntimeError, match="Only Tensors of floating point"):
        mg.tensor([1, 2], requires_grad=True)


def test_the_reference_predicts_which_expressions_share(names):
    for expression, said in names["sharing"].items():
        assert names["shares"](eval(f"lambda x: {expression}")) == said, expression
    assert list(names["sharing"].values()).count("shared") == 4


def test_a_view_of_a_view_shares_and_view_never_copies(names):
    assert names["shares"](lambda x: x.T[0]) == "shared"
    with pytest.raises(RuntimeError, match="view size is not compatible"):
        mg.tensor([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]).T.view(6)


def test_the_steps_through_the_storage_are_those_of_the_text():
    positions = mg.tensor(np.arange(6).reshape(2, 3))
    assert positions.T.reshape(6).numpy().tolist() == [0, 3, 1, 4, 2, 5]
    assert positions.stride() == (3, 1) and positions.T.stride() == (1, 3)
    assert mg.zeros(2, 1).expand(2, 3).stride() == (1, 0)


def test_numpy_counts_bytes():
    assert np.zeros((2, 3), np.float32).strides == (12, 4)


def test_the_reference_predicts_the_shapes_of_the_sums(names):
    for line, said in names["sums"].items():
        first, second = (eval(shape) for shape in line.split(" + "))
        if said == "error":
            with pytest.raises(RuntimeError, match="must match the size of tensor b"):
                names["shape_of_sum"](first, second)
        else:
            assert names["shape_of_sum"](first, second) == said == names["broadcast_shapes"](first, second)


def test_a_column_against_a_row_makes_sixteen_differences_four_of_them_0(names):
    position = np.array([10.0, -6.0, 4.0, -2.0])
    difference = position - position.reshape(4, 1)
    assert difference.shape == (4, 4) and np.count_nonzero(difference == 0) == 4
    assert np.mean(difference**2) == 73.5


def test_with_the_column_a_flat_curve_beats_the_truth():
    t = np.linspace(0, 8, 40)
    truth = 10 * np.exp(-0.3 * t) * np.cos(2 * t)
    column = (truth + np.random.default_rng(0).normal(0, 0.3, 40)).reshape(40, 1)
    assert np.mean((column.mean() + 0 * t - column) ** 2) < 0.6 * np.mean((truth - column) ** 2)


def test_the_uncentred_function_hands_back_no_difference_and_spoils_the_table(names):
    table = mg.tensor([[10.0, 11.0, 13.0], [-6.0, -5.5, -3.0], [4.0, 4.5, 7.0], [-2.0, -2.0, 1.0]])
    assert table.mean(0).numpy().tolist() == [1.5, 2.0, 4.5]
    old = table.clone()
    new, before = names["centred"](table)
    assert (before[:, 0] - new[0]).numpy().tolist() == [0, 0, 0]
    np.testing.assert_allclose(new.numpy(), (old - old.mean(0)).numpy())
    assert not np.array_equal(table.numpy(), old.numpy())


def test_what_was_stretched_is_added_up(names):
    a, b = mg.tensor([[1.0], [2.0]], requires_grad=True), mg.tensor([10.0, 20.0, 30.0], requires_grad=True)
    (a * b).sum().backward()
    assert a.grad.numpy().tolist() == [[60], [60]] and b.grad.numpy().tolist() == [3, 3, 3]


def test_the_weak_test_catches_one_of_four(names):
    assert not names["gets_through"](names["averages"], names["weak"])
    assert names["gets_through"](names["from_the_right"], names["weak"])


def test_sum_to_shape_gets_through_the_references_tests(names):
    assert names["gets_through"](names["sum_to_shape"], names["tests"])


def test_slopes_of_the_five_swings_are_those_of_mg(names):
    for mine, tensor in zip(names["slopes"](*names["guess"]), (names[name] for name in "adw"), strict=True):
        np.testing.assert_allclose(mine, tensor.grad.numpy(), rtol=1e-6)


def test_five_swings_are_fitted_at_once(names):
    a, d, w = names["numbers"]
    assert a.shape == (5, 1) and d.shape == w.shape == ()
    np.testing.assert_allclose(a, names["true_a"], rtol=0.03)
    np.testing.assert_allclose([d, w], [0.3, 2], rtol=0.03)


def test_the_pictures_of_memory_say_what_their_words_say(names):
    x = mg.tensor([[1.0, 2.0, 3.0], [40.0, 5.0, 6.0]])
    told = str(draw_memory({"x": x, "turned": x.T})).splitlines()
    assert told[2].split()[1:] == ["1.0", "2.0", "3.0", "40.0", "5.0", "6.0"]
    assert "strides (3, 1)" in told[3] and "strides (1, 3)" in told[4] and told[4].endswith("[[0, 3], [1, 4], [2, 5]]")
    x = names["x"]
    told = str(draw_memory({"x": x, "x[:, 1:]": x[:, 1:], "x.T.reshape(6)": x.T.reshape(6)})).splitlines()
    assert "strides (3, 1), begins at position 1, reads [[1, 2], [4, 5]]" in told[4]
    assert told[7].split()[1:] == ["1.0", "4.0", "2.0", "5.0", "3.0", "6.0"] and "strides (1,)" in told[8]
    assert [line.startswith("Storage of") for line in told].count(True) == 2


def test_the_picture_of_broadcasting_says_what_its_words_say(names):
    panel = draw_broadcast(names["column"], names["row"])
    assert str(panel).endswith("together  (2, 3)")
    assert "strides (1, 0)" in panel.parts[1].sentence and "strides (0, 1)" in panel.parts[2].sentence
    assert panel.svg().count('class="cell again"') == 1 + 4 + 3  # the column's 1 in the table, then entries
