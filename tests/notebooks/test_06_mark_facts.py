"""What notebook 06 says of marks is so: its Functions that write in place, and the mistakes that are silent."""

from __future__ import annotations

import numpy as np
import pytest

import minigrad as mg
from minigrad.drawing import draw
from tests.notebooks.lesson import Lesson

LESSON = Lesson.read("06_in_place")


def claims():
    return {claim for cell in LESSON.source.cells for claim in cell.metadata.get("claims", ())}


def leaf_and_copy(number=3.0):
    leaf = mg.tensor(number, requires_grad=True)
    return leaf, leaf.clone()


def test_at_least_25_claims_about_marking_are_settled_by_a_run():
    assert len({claim for claim in claims() if claim.startswith("C0-")}) >= 25


# --- 6.6: mark_dirty


def test_a_marked_tensor_moves_to_the_new_node_at_version_2(names):  # C0-02, C0-07, C0-35, C0-37
    x, y = leaf_and_copy()
    before = y.grad_fn
    out = names["Times10_"].apply(y)
    assert out is y and y.item() == 30.0 and y._version == 2
    assert y.grad_fn.name() == "Times10_Backward" and y.grad_fn.next_functions[0][0] is before
    y.backward()
    assert x.grad.item() == 10.0


def test_the_write_counts_once_and_apply_once_more(names, capsys):  # C0-36
    _, y = leaf_and_copy()
    names["Looks_"].apply(y)
    y.backward(mg.tensor(7.0))
    assert y._version == 2
    said = capsys.readouterr().out
    assert said == "after the write 1\nafter mark_dirty 1\nbackward gets 7.0 and returns 70.0\n"


def test_the_second_figure_says_both_counts(names):
    x, y = leaf_and_copy()
    out = names["Times10_"].apply(y)
    text = str(draw(out, names={"x": x, "y": y, "out": out}))
    assert "y = Times10_(%1)" in text and "v1 by mul_" in text and "v2 by Times10_Backward" in text


def test_scaled_tanh_in_place_has_the_numbers_of_the_text(names):
    x = mg.tensor(np.array([0.0, 4.0]), requires_grad=True)
    y = names["ScaledTanh_"].apply(x.clone())
    np.testing.assert_allclose(y.detach().numpy(), [0.0, 3.0464], atol=5e-5)
    y.backward(mg.tensor(np.array([1.0, 10.0])))
    np.testing.assert_allclose(x.grad.numpy(), [1.0, 4.1997], atol=5e-5)


def test_the_order_of_saving_writing_and_marking_does_not_matter():
    class Backwards_(mg.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            ctx.save_for_backward(x)
            ctx.mark_dirty(x)
            return x.exp_()

        @staticmethod
        def backward(ctx, g):
            return g * ctx.saved_tensors[0]

    x, y = leaf_and_copy(1.0)
    Backwards_.apply(y).backward()
    assert x.grad.item() == pytest.approx(np.e, rel=1e-6)


def test_a_needless_mark_breaks_an_innocent_product(names):  # C0-08, C0-13
    _, y = leaf_and_copy()
    square = y * y
    names["Careful"].apply(y)
    assert (y.item(), y._version) == (3.0, 1)
    with pytest.raises(RuntimeError, match="modified by an inplace operation"):
        square.backward()


def test_a_mark_saves_nothing(names, capsys):  # C0-06, C0-17
    a, b = (mg.tensor(number, requires_grad=True) for number in (2.0, 3.0))
    names["KeepsNothing_"].apply(a.clone(), b).backward()
    assert capsys.readouterr().out == "saved_tensors: ()\n"


def test_a_marked_input_has_to_be_returned(names):  # C0-15, C0-16
    (_, a), (_, b) = leaf_and_copy(2.0), leaf_and_copy(3.0)
    with pytest.raises(RuntimeError, match="Some elements marked as dirty during the forward method were not returned"):
        names["MarksBoth_"].apply(a, b)


def test_the_first_example_fails_in_three_ways(names):  # C0-10, C0-11
    example = names["first_example"]
    with pytest.raises(RuntimeError, match="does not require grad and does not have a grad_fn"):
        example(lambda: mg.tensor(10))
    with pytest.raises(RuntimeError, match="does not require grad and does not have a grad_fn"):
        example(lambda: mg.tensor(10.0))
    with pytest.raises(RuntimeError, match="Only Tensors of floating point"):
        example(lambda: mg.tensor(10, requires_grad=True))
    ten = mg.tensor(10.0, requires_grad=True)
    with pytest.raises(RuntimeError, match="a leaf Variable that requires grad has been used in an in-place operation"):
        example(lambda: ten)
    assert ten.item() == 100.0
    leaf, copy = leaf_and_copy(10.0)
    names["Times10_"].apply(copy).backward()
    assert leaf.grad.item() == 10.0


def test_a_mark_in_setup_context_counts_and_in_backward_does_not(names):  # C0-14
    for function, marked in ((names["MarksLater_"], True), (names["MarksTooLate"], False)):
        x, y = leaf_and_copy()
        function.apply(y).backward()
        assert (y.grad_fn.name() != "CloneBackward0") is marked and x.grad.item() == 10.0


# --- 6.7: the silent ones


def test_a_forgotten_mark_gives_ten_times_the_value_and_a_slope_of_1(names):  # C0-05, C0-09
    x, y = leaf_and_copy()
    out = names["Forgets_"].apply(y)
    assert out is not y and (y.item(), y._version, y.grad_fn.name()) == (30.0, 1, "CloneBackward0")
    y.backward(retain_graph=True)
    assert x.grad.item() == 1.0
    x.grad = None
    out.backward()
    assert x.grad.item() == 10.0, "through the result the slope is right"


def test_the_third_figure_shows_a_clone_and_a_view_of_it(names):
    x, y = leaf_and_copy()
    out = names["Forgets_"].apply(y)
    text = str(draw(out, y, names={"x": x, "y": y, "out": out}))
    assert "y = Clone(%0)" in text and "v1 by mul_" in text and "out = Forgets_(%1)" in text and "a view of %1" in text


def test_only_a_mark_tells_of_a_write_by_numpy(names):  # C0-01
    x, y = leaf_and_copy()
    square = y * y
    names["by_numpy"](False).apply(y)
    assert (y.item(), y._version) == (30.0, 0)
    assert mg.autograd.grad(square, x)[0].item() == 60.0
    x, y = leaf_and_copy()
    square = y * y
    names["by_numpy"](True).apply(y)
    assert y._version == 1
    with pytest.raises(RuntimeError, match="modified by an inplace operation"):
        mg.autograd.grad(square, x)


def test_the_trap_on_the_functions_of_the_notebook(names):
    said = {name: names["verdict"](function, np.array([3.0, -1.0])) for name, function in names["zoo"].items()}
    assert said == {
        "Times10_": "honest",
        "Forgets_": "unmarked",
        "Careful": "needless",
        "MarksLater_": "honest",
        "MarksTooLate?": "honest",
        "numpy, unmarked": "unmarked",
        "numpy, marked": "honest",
    }


def test_an_unmarked_method_and_a_marked_write_by_numpy_both_end_at_version_1(names):
    for function in (names["Forgets_"], names["by_numpy"](True)):
        _, y = leaf_and_copy()
        function.apply(y)
        assert y._version == 1


# --- 6.8: an honest mark and a wrong slope


def test_saved_too_late_is_7_for_2_without_an_error(names):  # C0-18
    assert names["slopes"](names["MulAdd_"]) == (3.0, 7.0)
    (_, a), (_, b) = leaf_and_copy(2.0), leaf_and_copy(3.0)
    assert names["MulAdd_"].apply(a, b)._version == 3


def test_writing_the_upstream_gradient_is_6_and_6_for_3_and_2(names):  # C0-19, C0-20
    g = mg.tensor(1.0)
    assert names["slopes"](names["Thrifty_"], g) == (6.0, 6.0) and g.item() == 6.0
    g = mg.tensor(1.0)
    assert names["slopes"](names["MendedMulAdd_"], g) == (3.0, 2.0) and g.item() == 1.0


def test_a_saved_copy_loses_second_derivatives(names):
    (x, a), (w, b) = leaf_and_copy(2.0), leaf_and_copy(3.0)
    _, for_w = mg.autograd.grad(names["MendedMulAdd_"].apply(a, b), (x, w), create_graph=True)
    assert for_w.item() == 2.0 and for_w.grad_fn is None


# --- 6.11: two sentences


def test_no_grad_in_forward_is_no_mark(names, capsys):  # C0-25, C0-32
    x, y = leaf_and_copy()
    out = names["Quiet_"].apply(y)
    assert (out.grad_fn.name(), y.grad_fn.name()) == ("Quiet_Backward", "CloneBackward0")
    y.backward()
    assert x.grad.item() == 1.0
    names["Asks"].apply(x)
    assert capsys.readouterr().out == "recording in forward, without a block: False\n"


def test_an_input_returned_as_it_is_is_a_view_that_may_not_be_written(names):  # C0-22
    x, y = leaf_and_copy()
    out = names["AsItIs"].apply(y)
    assert out is not y and out._base is y
    out.backward(retain_graph=True)
    assert x.grad.item() == 1.0
    with pytest.raises(RuntimeError, match="Output 0 of AsItIs is a view and is being modified inplace"):
        out.add_(1)


def test_a_second_mark_replaces_the_first():
    class Both_(mg.autograd.Function):
        @staticmethod
        def forward(ctx, a, b):
            ctx.mark_dirty(a.add_(1))
            ctx.mark_dirty(b.add_(1))
            return a, b

        @staticmethod
        def backward(ctx, g, h):
            return g, h

    (_, a), (_, b) = leaf_and_copy(), leaf_and_copy()
    first, second = Both_.apply(a, b)
    assert first is not a and second is b
