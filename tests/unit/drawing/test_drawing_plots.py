"""The plots: axes have names and units, there is a caption, and a wrong argument gets a sentence."""

from __future__ import annotations

import numpy as np
import pytest

import minigrad as mg
from minigrad.drawing import plot_descent, plot_gradcheck, plot_jacobian


def words(figure):
    return " ".join(t.get_text() for ax in figure.axes for t in ax.texts).replace("\n", " ")


def drawn(figure, tmp_path):
    figure.savefig(tmp_path / "p.png")
    return (tmp_path / "p.png").stat().st_size > 3000


def test_a_jacobian_has_outputs_down_and_inputs_across(tmp_path):
    figure = plot_jacobian(mg.tensor(np.tril(np.ones((3, 4)))))
    ax = figure.axes[0]
    assert (ax.get_xlabel(), ax.get_ylabel()) == ("input j", "output i")
    assert figure.axes[1].get_ylabel() == "∂ output i / ∂ input j"
    assert "3 outputs, 4 inputs; 6 of 12 entries are zero." in words(figure)
    assert ax.get_images()[0].get_array().shape == (3, 4)
    assert drawn(figure, tmp_path)


def test_zero_is_white_whatever_the_signs():
    image = plot_jacobian(np.array([[1.0, 5.0]])).axes[0].get_images()[0]
    assert image.get_clim() == (-5.0, 5.0)


@pytest.mark.parametrize("J", [np.zeros((2, 2)), np.array([[np.nan, 1.0]]), np.ones((1, 40)), np.ones((40, 40))])
def test_odd_jacobians_are_drawn(J, tmp_path):
    assert drawn(plot_jacobian(J), tmp_path)


def test_a_jacobian_of_more_dimensions_is_refused_with_the_way_out():
    with pytest.raises(ValueError, match=r"J has shape \(2, 3, 2\).*reshape\(outputs, inputs\)"):
        plot_jacobian(np.ones((2, 3, 2)))


def test_a_descent_in_one_and_in_two_variables(tmp_path):
    one = plot_descent(lambda x: x * x, [2.0, 1.0, 0.5], labels=("w", ""))
    assert (one.axes[0].get_xlabel(), one.axes[0].get_ylabel()) == ("w", "f(w)")
    assert "2 steps; f went from 4.0 to 0.25." in words(one)
    two = plot_descent(lambda x, y: x * x + 10 * y * y, np.array([[3.0, 1.0], [1.0, 0.2], [0.5, 0.0]]), "A valley.")
    assert (two.axes[0].get_xlabel(), two.axes[0].get_ylabel()) == ("x0", "x1")
    assert "A valley." in words(two)
    assert drawn(one, tmp_path) and drawn(two, tmp_path)
    with pytest.raises(ValueError, match=r"shape \(2, 3\)"):
        plot_descent(lambda *v: 0, np.ones((2, 3)))


def test_a_gradcheck_plot_names_the_best_step(tmp_path):
    h = 10.0 ** -np.arange(1, 12)
    figure = plot_gradcheck(h, h**2 + 1e-15 / h)
    assert "The error is least at h = 1e-05" in words(figure) and drawn(figure, tmp_path)
    with pytest.raises(ValueError, match="one error for each step size"):
        plot_gradcheck([1.0], [1.0, 2.0])
