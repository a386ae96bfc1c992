"""What a test is told of a learner's Function: its value, its gradients, what it keeps, and what it does to others."""

import numpy as np
import pytest

import minigrad as mg
from autograder.kit.function_runs import changed, run_function


class Times(mg.autograd.Function):
    """x times y, and a number that is added."""

    @staticmethod
    def forward(ctx, x, y, more):
        ctx.save_for_backward(x, y)
        return x * y + more

    @staticmethod
    def backward(ctx, g):
        x, y = ctx.saved_tensors
        return g * y, (g * x if ctx.needs_input_grad[1] else None), None


X, Y, G = np.array([[1.0, -2.0, 3.0], [0.5, 0.0, 4.0]]), np.array([[2.0], [3.0]]), np.arange(6.0).reshape(2, 3) - 2.0


def case(x_asks=True, y_asks=True, **more):
    return {"inputs": [(X, x_asks, ""), (Y.repeat(3, axis=1), y_asks, ""), [5]], "upstream": [(G, "")], **more}


def test_value_and_gradients_are_those_of_the_function():
    (found,) = run_function(Times, [case()])
    np.testing.assert_allclose(found["value"], X * Y + 5)
    np.testing.assert_allclose(found["gradients"][0], [G * Y, G * X])
    assert found["stayed"] and found["kept"] == ["input 0", "input 1"]
    np.testing.assert_array_equal(
        found["end"], np.concatenate([each.ravel() for each in (X, Y.repeat(3), G, X * Y + 5)])
    )


def test_what_backward_returned_is_told_by_its_shape():
    asked = [run_function(Times, [case(*pair)])[0] for pair in ((True, False), (False, False))]
    assert asked[0]["returned"] == [[[2, 3], None, None]] and len(asked[0]["gradients"][0]) == 1
    assert asked[1]["returned"] == [] and asked[1]["gradients"] == []


def test_a_class_that_goes_by_the_type_of_its_last_call_is_found_out_whatever_the_order_of_the_cases():
    class OfTheLast(Times):
        @staticmethod
        def forward(ctx, x, y, more):
            OfTheLast.kind = x.dtype
            return Times.forward(ctx, x, y, more)

        @staticmethod
        def backward(ctx, g):
            to_x, to_y, _ = Times.backward(ctx, g)
            return to_x.to(OfTheLast.kind).to(g.dtype), to_y, None

    third = np.full((2, 3), 1 / 3)
    exact = case(upstream=[(third, "")])
    inputs = [(X.astype("float32"), True, ""), (Y.repeat(3, axis=1).astype("float32"), True, ""), [5]]
    rough = {"inputs": inputs, "upstream": [(third.astype("float32"), "")]}
    for cases in ([exact], [exact, rough], [rough, exact]):
        found = [one["gradients"][0][0] for one in run_function(OfTheLast, cases, together=True)]
        exact_one = next(each for each in found if each.dtype == "float64")
        assert not np.allclose(exact_one, third * Y, rtol=1e-11, atol=0)
        np.testing.assert_allclose(exact_one, third * Y, rtol=1e-6)


def test_without_recording_there_is_nothing_to_walk():
    (found,) = run_function(Times, [case(mode="no_grad")])
    assert found["gradients"] == [] and found["stayed"]


@pytest.mark.parametrize("where", [0, 1, "output"])
def test_a_write_ends_in_the_error_where_what_was_kept_is_changed(where):
    (found,) = run_function(Times, [case(write=(where, 1, 1.0), upstream=[(G, ""), (2 * G, "")])])
    np.testing.assert_allclose(found["gradients"][0], [G * Y, G * X])
    if where == "output":
        np.testing.assert_allclose(found["gradients"][1], [2 * G * Y, 2 * G * X])
    else:
        assert "modified by an inplace operation" in found["gradients"][1]


@pytest.mark.parametrize("view", ["", "turned", "every other", "part", "same rows"])
def test_a_view_shows_the_entries(view):
    rows = np.repeat(X[:1], 3, axis=0) if view == "same rows" else X
    inputs = [(rows, True, view), (rows * 2, False, ""), [0]]
    (found,) = run_function(Times, [{"inputs": inputs, "upstream": [(rows, view)]}])
    np.testing.assert_allclose(found["value"], rows * rows * 2)
    np.testing.assert_allclose(found["gradients"][0][0], rows * rows * 2)


def test_the_tensors_of_an_earlier_case_come_again_with_other_numbers():
    again = case(like=0)
    again["inputs"][0] = (X + 1, True, "")
    first, second = run_function(Times, [case(), again])
    np.testing.assert_allclose(second["value"], (X + 1) * Y + 5)
    np.testing.assert_allclose(second["gradients"][0], [G * Y, G * (X + 1)])
    np.testing.assert_allclose(first["value"], X * Y + 5)


def test_all_calls_before_the_first_walk_give_the_same():
    alone, together = (run_function(Times, [case(), case(made=True)], each) for each in (False, True))
    for one, other in zip(alone, together, strict=True):
        np.testing.assert_allclose(one["gradients"][0], other["gradients"][0])


def test_the_second_derivatives_are_those_of_the_weighted_gradient():
    w = np.cos(X)
    (found,) = run_function(Times, [case(second=[w, 2 * w], upstream=[(G, "")] * 3)])
    right = [2 * w * G, w * G, w * Y + 2 * w * X]
    turns = [[*right, *right], right[:2], right]  # with a second g; without a history; and with one
    for came, wanted in zip(found["seconds"], turns, strict=True):
        np.testing.assert_allclose(came, wanted)


class Asks(Times):
    """Lets the engine find its gradients."""

    @staticmethod
    def backward(ctx, g):
        x, y = (each.detach().requires_grad_() for each in ctx.saved_tensors)
        with mg.enable_grad():
            return (*mg.autograd.grad(x * y, (x, y), g), None)


def test_a_backward_that_asks_the_engine_is_told_by_wrong_rules():
    for function, right in ((Times, True), (Asks, False)):
        (found,) = run_function(function, [case()], factor=1.5)
        assert np.allclose(found["gradients"][0][0], G * Y) is right
    np.testing.assert_allclose(run_function(Asks, [case()])[0]["gradients"][0], [G * Y, G * X])


class AsksTwice(Times):
    """Divides what the engine says by what it says where the answer is known."""

    @staticmethod
    def backward(ctx, g):
        x, y = (each.detach().requires_grad_() for each in ctx.saved_tensors)
        with mg.enable_grad():
            (known,) = mg.autograd.grad(-x, x, mg.ones_like(x))
            return (*(each / -known for each in mg.autograd.grad(x * y, (x, y), g)), None)


def test_one_wrong_rule_does_not_tell_how_wrong_the_next_is():
    (found,) = run_function(AsksTwice, [case()], factor=1.5)
    assert not np.allclose(found["gradients"][0][0], G * Y)
    np.testing.assert_allclose(run_function(AsksTwice, [case()])[0]["gradients"][0], [G * Y, G * X])


class AsksAFormula(Times):
    @staticmethod
    def backward(ctx, g):
        x, y = ctx.saved_tensors
        formulas = mg.mul.operation.formulas
        return formulas["self"](g, y), formulas["other"](g, x), None


def test_nor_does_a_formula_that_the_engine_was_made_of_give_what_is_right():
    (found,) = run_function(AsksAFormula, [case()], factor=1.5)
    assert not np.allclose(found["gradients"][0][0], G * Y)
    np.testing.assert_allclose(run_function(AsksAFormula, [case()])[0]["gradients"][0], [G * Y, G * X])


class LooksAtItsHeirs(Times):
    seen: list = []

    def __init_subclass__(cls, **more):
        super().__init_subclass__(**more)
        cls.seen += [each for each in vars(cls).values() if isinstance(each, staticmethod)]


def test_a_function_does_not_get_to_see_what_looks_on():
    run_function(LooksAtItsHeirs, [case()])
    changed(LooksAtItsHeirs, 0.5, 0.25, 0.125)
    assert LooksAtItsHeirs.seen == []


def test_a_function_that_replaces_what_calls_forward_is_refused():
    own = type("Own", (Times,), {"_run": classmethod(lambda cls, *given: None)})
    with pytest.raises(TypeError, match="Own has a _run of its own"):
        run_function(own, [case()])


class Writes(Times):
    @staticmethod
    def backward(ctx, g):
        ctx.saved_tensors[0].detach().mul_(2)
        g.mul_(2)
        return g, None, None


def test_a_write_of_the_functions_own_is_seen():
    (found,) = run_function(Writes, [case(y_asks=False)])
    assert not found["stayed"]
    np.testing.assert_allclose(found["end"][:6], 2 * X.ravel())
    np.testing.assert_allclose(found["end"][12:18], 2 * G.ravel())


class NowAndThen(mg.autograd.Function):
    """Its input, as it is in one way or another, or a result of its own."""

    earlier = mg.zeros(2, 3, dtype=mg.float64)

    @staticmethod
    def forward(ctx, x, way):
        ways = {"x": x, "a view": x[...], "detached": x.detach(), "own": x * 2, "earlier": NowAndThen.earlier}
        return {**ways, "a view of its own": (x * 2)[...]}[way]


@pytest.mark.parametrize("shape", [(2, 3), (0, 3)])
def test_an_output_that_is_an_input_or_a_view_of_it_is_told(shape):
    at = np.ones(shape)
    cases = [{"inputs": [(at, True, ""), [way]], "upstream": []} for way in ("x", "a view", "own")]
    found = [one["shares"] for one in run_function(NowAndThen, cases)]
    assert found == [["an input", "it is a view"]] * 2 + [[]]


def test_an_output_on_the_memory_of_another_tensor_is_told():
    ways = ("detached", "a view of its own", "earlier", "earlier")
    found = run_function(NowAndThen, [{"inputs": [(X, True, ""), [way]], "upstream": []} for way in ways])
    assert [one["shares"] for one in found] == [["an input"], ["it is a view"], [], ["an earlier output"]]


class ByItsOtherName(mg.autograd.Function):
    """Its rule is called vjp."""

    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x * x

    @staticmethod
    def vjp(ctx, g):
        return 2 * g * ctx.saved_tensors[0]


def test_a_rule_may_be_called_vjp():
    (found,) = run_function(ByItsOtherName, [{"inputs": [(X, True, "")], "upstream": [(G, "")]}])
    np.testing.assert_allclose(found["gradients"][0], [2 * G * X])
    assert found["returned"] == [[[2, 3]]]


@pytest.mark.parametrize("function", [ByItsOtherName, type("Own", (ByItsOtherName,), {})])
def test_a_changed_function_sees_and_gets_more_and_finds_what_belongs_to_another_x(function):
    (found,) = run_function(changed(function, 0.5, 0.25, 2.0), [{"inputs": [(X, True, "")], "upstream": [(G, "")]}])
    np.testing.assert_allclose(found["value"], (X + 0.5) ** 2)
    np.testing.assert_allclose(found["gradients"][0], [2 * (G + 2) * (X + 0.75)])


class InTwoParts(Times):
    """Saves in a method of its own."""

    @staticmethod
    def forward(x, y, more):
        return x * y + more

    @staticmethod
    def setup_context(ctx, inputs, output):
        ctx.save_for_backward(*inputs[:2])


@pytest.mark.parametrize("function", [Times, InTwoParts])
def test_of_several_inputs_the_first_is_exchanged_by_an_array(function):
    (found,) = run_function(changed(function, 0.0, X + 1, 0.0), [case()])
    np.testing.assert_allclose(found["gradients"][0], [G * Y, G * (2 * X + 1)])


@pytest.mark.parametrize(
    ("view", "strides"), [("one number", (0, 0)), ("same columns", (1, 0)), ("same rows", (0, 1)), ("turned", (1, 2))]
)
def test_what_arrives_as_a_view_is_one_when_it_comes_to_the_rule(view, strides):
    seen = []

    class Looks(ByItsOtherName):
        @staticmethod
        def vjp(ctx, g):
            seen.append(g.stride())
            return ByItsOtherName.vjp(ctx, g)

    upper = np.ones((2, 3)) if view != "turned" else G
    (found,) = run_function(Looks, [{"inputs": [(X, True, "")], "upstream": [(upper, view)]}])
    np.testing.assert_allclose(found["gradients"][0], [2 * upper * X])
    assert seen == [strides]
