"""What notebook 08 says is so: its own cells are run here, and the numbers in its text are checked against them."""

from __future__ import annotations

import numpy as np
import pytest

import minigrad as mg
from minigrad.drawing import draw, draw_jacobian
from tests.notebooks.lesson import Lesson

LESSON = Lesson.read("08_higher_order")


def at(*numbers):
    return mg.tensor(list(numbers))


def of_one(number, f, create_graph=True):
    """A leaf, the value of f there, and its gradient."""
    x = mg.tensor(number, requires_grad=True)
    y = f(x)
    return x, y, mg.autograd.grad(y, x, create_graph=create_graph)[0]


# --- the gradient of a gradient


def test_a_gradient_goes_to_grad_and_has_no_node():  # C2-05, C2-30
    x, c = mg.tensor(0.5, requires_grad=True), mg.tensor(3.0)
    (c * x * x).backward()
    assert (x.grad.item(), x.grad.grad_fn, x.grad_fn, c.grad) == (3.0, None, None, None)


def test_the_graph_of_the_gradient_grows_on_that_of_the_value():
    _, y, g = of_one(0.5, lambda x: (x * x).exp())
    first, grown = mg.graph(y), mg.graph(g)
    assert first["nodes"] == ["leaf", "Mul", "Exp"]
    assert grown["nodes"].count("Mul") == 4 and {"leaf", "Exp", "Add"} < set(grown["nodes"])
    assert "4 operations" not in str(draw(g)) and "6 operations, 1 leaf, 1 constant" in str(draw(g))
    assert y.item() == pytest.approx(1.284, abs=1e-3) and g.item() == y.item(), "at 0.5 they are equal"


def test_the_second_derivative_of_the_bell_upside_down():
    x, _, g = of_one(0.5, lambda x: (x * x).exp())
    assert mg.autograd.grad(g, x)[0].item() == pytest.approx(3 * np.exp(0.25), rel=1e-6)
    assert round(3 * np.exp(0.25), 3) == 3.852
    _, _, without = of_one(0.5, lambda x: (x * x).exp(), create_graph=False)
    assert not without.requires_grad


def test_the_reference_predicts_what_hangs_on_a_gradient(names):
    for key, said in names["hangs"].items():
        if said == "error":
            with pytest.raises(RuntimeError, match="does not require grad"):
                names["calls"][key]()
        else:
            assert names["calls"][key]() == said, key


# --- rules that lose the way


def test_a_product_leaves_a_node_and_no_function():  # C2-03, C2-04
    node = (mg.tensor(2.0, requires_grad=True) ** 2).grad_fn
    assert not isinstance(node, mg.autograd.Function) and not hasattr(node, "forward")


def test_two_second_derivatives_are_missed_and_one_seems_right(names):
    bend, scale = names["bend"], names["CutScale"].apply
    assert [bend(names["Sine"].apply), bend(names["Cube"].apply)] == [1.081, 1.875]
    assert [round(2 * np.cos(1.0), 3), 30 * 0.5**4] == [1.081, 1.875]
    assert bend(names["CutSine"].apply) != 1.081 and bend(names["CutCube"].apply) != 1.875
    assert bend(lambda x: scale(x, mg.tensor(3.0))) == 18.0


def test_the_order_shows_that_one_of_them_is_wrong(names):
    mixed = names["mixed"]
    cut = [mixed(names["CutScale"].apply, *order) for order in (("c", "x"), ("x", "c"))]
    assert cut[0] == 6.0 != cut[1]
    assert [mixed(names["Scale"].apply, *order) for order in (("c", "x"), ("x", "c"))] == [6.0, 6.0]


# --- transform, then call


def test_the_article_makes_three_mistakes(names):  # C3-08, C3-09, C3-10, C3-11, C3-14
    square = names["square"]
    with pytest.raises(TypeError, match="cannot unpack non-iterable function"):
        names["as_printed"]()
    for f in (square, lambda x: (x**2, None)):
        with pytest.raises(RuntimeError):
            mg.func.grad_and_value(f, has_aux=True)(mg.tensor(2.0))
    with pytest.raises(RuntimeError, match="floating point"):
        mg.func.grad(square)(mg.tensor(2))
    both = mg.func.grad_and_value(square)
    assert [each.item() for each in both(mg.tensor(2.0))] == [4.0, 4.0]
    assert [each.item() for each in both(mg.tensor(3.0))] == [6.0, 9.0], "the gradient first"


def test_what_comes_back_with_has_aux(names):  # C3-07
    g, (value, aux) = mg.func.grad_and_value(names["square_and_double"], has_aux=True)(mg.tensor(3.0))
    assert (g.item(), value.item(), aux.item()) == (6.0, 9.0, 6.0)
    g, (value, aux) = names["grad_and_value"](names["square_and_double"], has_aux=True)(mg.tensor(3.0))
    assert (g.item(), value.item(), aux.item()) == (6.0, 9.0, 6.0)


def test_the_orders_of_the_fourth_power(names):
    assert names["orders"]() == [32.0, 48.0, 48.0, 24.0, 0.0] and "32, 48, 48, 24 and 0" in LESSON.flat


def test_the_package_sees_an_outer_variable_that_is_read_from_outside():
    inner = mg.func.grad(lambda s: mg.func.grad(lambda x: s * x * x)(mg.tensor(3.0)))
    assert inner(mg.tensor(2.0)).item() == 6.0


# --- the Hessian


def test_the_figure_of_the_hessian_is_told_as_it_is(names):
    told = str(draw_jacobian(mg.func.grad(names["terms"]), at(2.0, 3.0, 1.0), row=1, column=1))
    assert (
        "3 of 9 entries are zero" in told and "row 1, [6.0, 4.0, 0.0]" in told and "column 1, [6.0, 4.0, 0.0]" in told
    )
    H = names["hessian"](names["terms"], at(2.0, 3.0, 1.0)).numpy()
    assert np.allclose(H[[0, 2], [2, 2]], [0.5403, -1.683], atol=1e-3) and names["symmetric"](mg.tensor(H), 0.0)


def test_hessians_of_one_two_and_many_values(names):  # C3-01, C3-18, C3-19
    square = names["square"]
    assert mg.func.hessian(square)(mg.tensor(2.0)).tolist() == 2.0
    assert mg.func.hessian(lambda x: square(x).sum())(at(2.0, 3.0)).tolist() == [[2.0, 0.0], [0.0, 2.0]]
    assert tuple(mg.func.hessian(square)(at(2.0, 3.0)).shape) == (2, 2, 2)
    g, value = mg.func.grad_and_value(lambda x: square(x).sum())(at(2.0, 3.0))
    assert (g.shape, value.shape) == ((2,), ())


def test_symmetry_catches_the_cut_scale_and_not_the_cut_cube(names):
    table_of, symmetric = names["table_of"], names["symmetric"]
    assert not symmetric(table_of(names["CutScale"]), 1e-6) and symmetric(table_of(names["Scale"]), 1e-6)

    def cubes(x):
        return (names["CutCube"].apply(x) ** 2).sum()

    x = at(0.5, -1.0).requires_grad_()
    (g,) = mg.autograd.grad(cubes(x), x, create_graph=True)
    wrong = mg.stack([mg.autograd.grad(each, x, retain_graph=True)[0] for each in g])
    assert symmetric(wrong, 0.0) and abs(wrong[0, 0].item() - 30 * 0.5**4) > 0.1


def test_a_function_cannot_be_used_inside_func(names):
    with pytest.raises(RuntimeError, match="setup_context"):
        mg.func.grad(names["Sine"].apply)(mg.tensor(0.5))


def test_a_hessian_of_twenty_takes_forty_passes_and_a_product_two(names):
    passes, neighbours = names["passes"], names["neighbours"]
    x = mg.tensor(np.linspace(0.1, 2, 20))
    assert passes(lambda: names["hessian"](neighbours, x)) == 40
    assert passes(lambda: mg.func.jvp(mg.func.grad(neighbours), (x,), (x,))) == 2
    assert passes(lambda: names["hvp"](neighbours, x, x)) == 2


# --- Newton's method


def test_plain_newton_climbs_to_1411_and_arrives_after_six_steps(names):
    x, values = mg.tensor([-1.2, 1.0], dtype=mg.float64), []
    for _ in range(7):
        g, value = mg.func.grad_and_value(names["rosenbrock"])(x)
        values.append(value.item())
        x = x - mg.tensor(np.linalg.solve(mg.func.hessian(names["rosenbrock"])(x).numpy(), g.numpy()))
    assert round(values[1], 1) == 4.7 and int(values[2]) == 1411 and values[6] < 1e-18 < values[5]


def test_500_steps_of_a_fixed_length_are_in_the_valley_and_not_halfway(names):
    x = mg.tensor([-1.2, 1.0], dtype=mg.float64)
    for _ in range(500):
        x = x - 0.002 * mg.func.grad(names["rosenbrock"])(x)
    assert 0.3 < x[0].item() < 0.5 and abs(x[1].item() - x[0].item() ** 2) < 0.01


def test_the_reference_takes_21_steps_and_never_goes_up(names):
    path = names["newton"](names["rosenbrock"], mg.tensor([-1.2, 1.0], dtype=mg.float64))
    values = [names["rosenbrock"](x).item() for x in path]
    assert len(path) == 22 and "takes 21 steps" in LESSON.flat and values == sorted(values, reverse=True)
    points = np.array([x.tolist() for x in path])
    assert round(points[1, 1], 2) == 1.38 and np.allclose(points[-1], 1) and np.abs(points[5, 0] + 0.4) < 0.02
    assert np.abs(points[6:9]).max() < 0.25, "the lowest place near 0, 0"


# --- a loop inside a loop


def test_detach_and_no_grad_are_two_things():  # C2-12, C2-13, C2-14
    x = mg.tensor(3.0, requires_grad=True)
    z = x * x
    with mg.no_grad():
        quiet = x * x
    cut = z.detach()
    assert [each.requires_grad for each in (x, z, quiet, cut)] == [True, True, False, False]
    cut.zero_()
    assert (z.item(), quiet.item()) == (0.0, 9.0)


def test_a_frozen_weight_gets_no_gradient():  # C2-02, C2-15
    weight, frozen = mg.tensor(2.0), mg.tensor(5.0)
    weight.requires_grad_()
    (weight * frozen + frozen).backward()
    assert weight.grad.item() == 5.0 and frozen.grad is None


def slopes(function, *rest):
    found = []
    for n in (1, 2, 3):
        rate = mg.tensor(0.1, requires_grad=True)
        function(*rest, at(2.0, 1.0), rate, n).backward()
        found.append(round(rate.grad.item(), 3))
    return found


def test_the_tuned_loop_is_right_for_one_step_only(names):
    right = [round(names["right_slope"](0.1, n), 3) for n in (1, 2, 3)]
    assert right == [-13.2, -12.744, -10.818]
    assert slopes(names["after_steps"], names["bowl"]) == right
    tuned = slopes(names["tuned"], names["bowl"])
    assert tuned[0] == right[0] and abs(tuned[1]) < abs(right[1]) and abs(tuned[2]) < abs(right[2])


@pytest.mark.parametrize(("detach", "recorded", "second"), [(False, False, -15.372), (True, True, -6.372)])
def test_one_of_the_two_mended_is_not_enough(names, detach, recorded, second):
    def half(loss, x, rate, steps):
        x = x.detach().requires_grad_()
        for _ in range(steps):
            x = x.detach().requires_grad_() if detach else x
            x = x - rate * mg.autograd.grad(loss(x), x, create_graph=recorded)[0]
        return loss(x)

    assert slopes(half, names["bowl"])[1] == second
    assert second == slopes(names["tuned"], names["bowl"])[1] or str(second) in LESSON.text


# --- the swing


def test_plain_newton_ends_at_a_swing_that_does_not_swing(names):
    misfit, end = names["misfit"], names["plain_path"][-1]
    assert round(misfit(end).item(), 2) == 6.61 and abs(end[2].item()) < 1e-12
    assert np.abs(mg.func.grad(misfit)(end).numpy()).max() < 1e-9
    bends = np.linalg.eigvalsh(mg.func.hessian(misfit)(end).numpy())
    assert (bends < 0).tolist() == [True, False, False], "a saddle: downhill along one direction"


def test_at_the_start_one_bend_is_negative_and_the_step_leads_uphill(names):
    misfit, start = names["misfit"], names["start"]
    g, H = mg.func.grad(misfit)(start).numpy(), mg.func.hessian(misfit)(start).numpy()
    assert (np.linalg.eigvalsh(H) < 0).tolist() == [True, False, False]
    s = np.linalg.solve(H, g)
    assert g @ s < 0 < g @ names["downhill"](g, H)
    assert misfit(start - mg.tensor(1e-6 * s)) > misfit(start), "no step is short enough"


def test_mended_newton_is_at_0_039_within_six_steps_and_small_steps_at_0_060(names):
    misfit, paths = names["misfit"], names["paths"]
    fitted = [misfit(x).item() for x in paths["Newton, mended"]]
    assert round(fitted[3], 4) == 0.0392 and round(fitted[4], 4) == round(fitted[6], 4) == 0.0389
    assert np.round(paths["Newton, mended"][4].tolist(), 3).tolist() == [10.063, 0.312, 1.984]
    assert len(paths["twenty small steps"]) == 21 and round(misfit(paths["twenty small steps"][-1]).item(), 3) == 0.060


def test_small_steps_need_eighty_for_what_newton_has_in_four(names):
    x, misfit = names["start"], names["misfit"]
    fitted = []
    for _ in range(80):
        x = x - mg.tensor([0.5, 0.005, 0.005], dtype=mg.float64) * mg.func.grad(misfit)(x)
        fitted.append(round(misfit(x).item(), 4))
    newton = [round(misfit(each).item(), 4) for each in names["paths"]["Newton, mended"]]
    assert newton[4] == fitted[79] < fitted[69] and "four steps where small ones need eighty" in LESSON.flat


def test_the_picture_of_the_three_paths_is_told_as_it_is(names):
    where = {name: np.array([x.tolist() for x in path])[:, 1:] for name, path in names["paths"].items()}
    mended, plain = where["Newton, mended"], where["Newton, plain"]
    assert np.allclose(mended[1], [0.52, 1.97], atol=0.01) and np.allclose(mended[2], [0.30, 1.98], atol=0.01)
    assert np.allclose(plain[-1], [3.02, 0], atol=0.01)
    misfits = names["lowest"](names["d"], names["w"])
    lightest = np.unravel_index(misfits.argmin(), misfits.shape)
    assert abs(names["d"][lightest] - 0.3) < 0.05 and abs(names["w"][lightest] - 2) < 0.05
    assert misfits.max() > 11 and names["d"].flat[misfits.argmax()] == 0 and names["w"].flat[misfits.argmax()] < 0.3


def test_the_claims_that_its_runs_settle():
    settled = [claim for cell in LESSON.source.cells for claim in cell.claims]
    assert len(settled) == len(set(settled))
    assert sum(claim.startswith("C2-") for claim in settled) >= 9
    assert sum(claim.startswith("C3-") for claim in settled) >= 12
