"""What stories of transforms tell: values, marks, slopes, and how often a function ran."""

import numpy as np

import minigrad as mg
from autograder.kit.transform_stories import bends_run, paths_run, rules_run, steps_run, transforms_run, verdicts_run

X, Y = np.array([1.0, -2.0]), np.array([0.5, 3.0])
POOL = [(X, False), (Y, True)]


class Square(mg.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x * x

    @staticmethod
    def backward(ctx, g):
        return 2 * g * ctx.saved_tensors[0]


def gradient(f, argnum, has_aux):
    return mg.func.grad(f, argnum, has_aux)


def with_value(f, argnum, has_aux):
    return mg.func.grad_and_value(f, argnum, has_aux)


def test_a_transform_gives_its_gradient_its_slopes_and_one_run():
    told, after = transforms_run(gradient, with_value, [("squares", 2.0, 1.0)], POOL, [(0, False, 0, False, (0, 1))])
    ((numbers,), marks, (slope,), runs) = told[0]
    g = 4 * X * Y
    np.testing.assert_allclose(numbers, g)
    np.testing.assert_allclose(slope, 0.7 * (2 * g + 1) * 4 * X)  # of the sum of g * g + g, by the first weight
    assert marks == [True] and runs == 1
    assert [each[1:] for each in after] == [[False, True], [True, True]]


def test_a_function_is_transformed_once_and_called_again():
    seen = []

    def noting(f, argnum, has_aux):
        seen.append(argnum)
        return mg.func.grad(f, argnum, has_aux)

    step = (0, False, 1, False, (0, 1))
    told, _ = transforms_run(noting, with_value, [("squares", 2.0, 1.0)], POOL, [step, step])
    assert seen == [1] and len(told) == 2
    np.testing.assert_allclose(told[0][0], told[1][0])


def test_an_error_of_the_function_is_told_and_the_story_goes_on():
    steps = [(0, True, 0, False, places) for places in ((0, 1), (1, 1))]
    told, _ = transforms_run(gradient, with_value, [("refuses", 1.0, 0.0)], POOL, steps)
    assert told[0][0] == "ValueError" and told[1][0] != "ValueError"


def test_what_is_bent_leaves_its_tensors_as_they_are():
    told, after = bends_run(lambda f, x: mg.func.grad(f)(x), [("cubes", 1.0, 2.0)], POOL, [(0, (0,))])
    np.testing.assert_allclose(told[0][0], 3 * X**2 + 4 * X)
    assert after[1][1:] == [True, True]


def test_walks_of_a_rule_go_as_many_orders_up_as_are_asked():
    steps = [("call", 0, (1,)), ("twice", 0, 0), ("thrice", 0, 0)]
    value, twice, thrice = rules_run([Square], POOL, steps)
    np.testing.assert_allclose(value[0], Y * Y)
    np.testing.assert_allclose(twice[0], 2 * X * Y)
    assert (len(twice), len(thrice)) == (2, 3)


def test_verdicts_are_told_with_the_tables_they_are_about():
    told, tables = verdicts_run(lambda table, off: bool((table - table.T).abs().max() <= off), [np.eye(2)], [(0, 0.0)])
    assert told == [True] and (tables[0] == np.eye(2)).all()


def test_a_path_without_end_is_stopped_and_told_as_none():
    def endless(f, start):
        while True:
            f(start)

    def short(f, start):
        return [start.clone(), start.clone()]

    curves, steps = [("level", 1.0, 0.0)], [(0, 0)]
    ((calls, is_a_list, *_),), _ = paths_run(endless, curves, [X], steps)
    assert calls == 3001 and not is_a_list
    ((calls, is_a_list, points, tracked, again),), after = paths_run(short, curves, [X], steps)
    assert (calls, is_a_list, len(points), tracked, again) == (0, True, 2, [False, False], 0)
    assert after[0][1:] == [False, True]


def test_losses_after_steps_are_told_with_two_orders_of_slopes():
    def one_step(f, x, rate, many):
        for _ in range(many):
            x = x - rate * mg.func.grad(f)(x)
        return f(x)

    pool = [(X, True), (np.array(0.25), True)]
    ((value, slopes, seconds, calls),), _ = steps_run(one_step, [("level", 1.0, 0.0)], pool, [(0, (0), (1), 1)])
    np.testing.assert_allclose(value, ((0.5 * (X - 2)) ** 2).sum())
    np.testing.assert_allclose(slopes[0], 0.5 * (X - 2))
    assert len(seconds) == 2 and calls == 2
