"""What notebook 09 says is so: its own cells are run here, and the numbers in its text are checked against them."""

from __future__ import annotations

import operator

import numpy as np
import pytest

import minigrad as mg
from minigrad.drawing import draw, draw_jacobian
from tests.notebooks.lesson import Lesson

LESSON = Lesson.read("09_vmap")
X = mg.tensor([1.0, 2.0, 3.0, 4.0])


# --- one example, and many


def test_a_function_of_one_vector_adds_up_a_whole_table(names):
    length, rows = names["length"], names["rows"]
    assert length(rows).ndim == 0 and mg.func.vmap(length)(rows).tolist() == [5.0, 10.0, 13.0]


def test_the_article_needs_a_mark_and_then_a_sum(names):  # C3-12, C3-13
    square = names["square"]
    assert mg.func.vmap(square)(X).tolist() == square(X).tolist()
    with pytest.raises(RuntimeError, match="does not require grad"):
        mg.autograd.grad(mg.func.vmap(square)(X), X)
    marked = mg.tensor([1.0, 2.0], requires_grad=True)
    with pytest.raises(RuntimeError, match="only for scalar outputs"):
        mg.autograd.grad(mg.func.vmap(square)(marked), marked)
    assert mg.func.vmap(mg.func.grad(square))(X).tolist() == [2.0, 4.0, 6.0, 8.0]


def test_the_reference_predicts_the_shapes(names):
    for key, said in names["shapes"].items():
        if said == "error":
            with pytest.raises(ValueError, match="same size in the mapped dimension"):
                names["mapped"][key]()
        else:
            assert names["shape_of"](names["mapped"][key]()) == said, key


def test_nothing_to_cut_is_an_error_and_two_cuts_pair_up():
    with pytest.raises(ValueError, match="at least one"):
        mg.func.vmap(mg.mul, in_dims=(None, None))(X, X)


# --- the loop, the rules, one run


def test_the_graphs_of_the_loop_and_of_vmap_are_told_as_they_are(names):
    loop, once = mg.graph(names["one_by_one_rows"]), mg.graph(names["at_once"])
    assert loop["nodes"].count("Select") == loop["nodes"].count("Mul") == loop["nodes"].count("Sqrt") == 2
    assert "9 operations, 1 leaf" in str(draw(names["one_by_one_rows"]))
    assert "4 operations, 1 leaf" in str(draw(names["at_once"])) and set(once["nodes"]) >= {"View", "Sum", "Sqrt"}
    assert 4 * 1000 + 1 == 4001 and "4001 operations" in LESSON.flat


def test_three_rules_are_enough_for_the_examples(names):
    half = names["half"]
    assert (half * mg.tensor([[1.0], [10.0]])).whole.shape == (2, 2, 2)
    assert half.sum(0).whole.tolist() == [3.0, 7.0] and (half @ half).whole.tolist() == [5.0, 25.0]
    shared = names["elementwise"](mg.mul, names["Batch"](mg.ones(200, 3)), mg.ones(2, 3))
    assert shared.shape == (2, 3) and shared.whole.shape == (200, 2, 3)


@pytest.mark.parametrize("name", ["add", "sub", "mul", "truediv", "pow"])
def test_a_batch_may_meet_a_tensor_on_either_side(names, name):
    whole, shared, op = mg.tensor([[1.0, 2.0], [4.0, 0.5], [2.0, 3.0]]), mg.tensor([2.0, 3.0]), getattr(operator, name)
    batch = names["Batch"](whole)
    assert op(batch, shared).whole.tolist() == op(whole, shared).tolist()
    assert op(shared, batch).whole.tolist() == op(shared, whole).tolist()
    assert (mg.ones(4, 2) @ batch).whole.shape == (3, 4)


def test_the_opening_example_runs_by_ones_own_vmap(names):
    assert names["vmap"](names["length"])(names["rows"]).tolist() == [5.0, 10.0, 13.0]


def test_the_loop_takes_five_operations_for_each_input_and_vmap_sixteen_in_all(names):
    net, many, operations = names["net"], names["many"], names["operations"]
    assert operations(lambda: net(many[0])) == 5
    for count in (1, 20, 200):
        some = many[:count]
        assert operations(lambda some=some: names["vmap_loop"](net)(some)) == 5 * count + 1
        assert operations(lambda some=some: names["vmap"](net)(some)) == 16 and "16 operations" in LESSON.flat
        near = names["vmap"](net)(some) - names["vmap_loop"](net)(some)
        assert abs(near.numpy()).max() < 1e-6


# --- composition


def test_two_compositions_take_one_walk(names):
    args = names["w"], names["xs"], names["ys"]
    with mg.func.counted() as by_loop:
        slow = mg.stack([mg.func.grad(names["loss"])(args[0], x, y) for x, y in zip(args[1], args[2], strict=True)])
    with mg.func.counted() as count:
        fast = names["per_sample"](names["loss"], *args)
    assert np.allclose(slow.numpy(), fast.numpy()) and (by_loop.backward, count.backward) == (4, 1)
    with mg.func.counted() as count:
        assert names["jacobian"](lambda x: x[1:] * x[:-1], args[0]).shape == (2, 3)
    assert count.backward == 1


# --- what cannot be batched


def test_func_has_no_scan_and_vmap_refuses_the_branch(names):  # C3-03, C3-05, C3-15, C3-16, C3-17, C3-25
    f = names["square_if_even"]
    assert [hasattr(mg.func, name) for name in ("scan", "cond")] == [False, False]
    with pytest.raises(RuntimeError, match="data-dependent control flow"):
        mg.func.vmap(f)(X)
    assert [f(x).item() for x in X] == [1.0, 4.0, 3.0, 16.0] and isinstance(f(X[0]), mg.Tensor)
    assert [mg.func.grad(f)(x).item() for x in X] == [1.0, 4.0, 1.0, 8.0]


def test_the_graph_has_only_the_way_that_was_taken(names):  # C2-22, C2-24
    before = []
    for number in (2.0, 3.0):
        y = names["square_if_even"](mg.tensor(number, requires_grad=True)) * 1
        before.append(y.grad_fn.next_functions[0][0].name())
    assert before[0] == "PowBackward0" and before[1].endswith("AccumulateGrad")


def test_the_reference_predicts_the_refusals(names, capsys):
    words = {"branch": "control flow", "item": ".item()", "mask": "dynamic shape", "write": "doesn't match"}
    for key, said in names["refused"].items():
        assert names["refusal"](key, names["tried"][key]) == said, key
        printed = capsys.readouterr().out
        assert printed == "" if said == "runs" else words[said] in printed and printed.startswith(f"{key} "), key
    names["outcome"](lambda: mg.func.vmap(names["square_if_even"])(X))
    assert "control flow" in capsys.readouterr().out, "the example of 9.6 can be seen in what is printed"


def test_where_and_cond_choose_slice_by_slice(names):
    for f in (names["even_squared"], names["even_squared_by_cond"]):
        assert mg.func.vmap(f)(X).tolist() == [1.0, 4.0, 3.0, 16.0]
    assert mg.func.vmap(mg.func.grad(names["even_squared"]))(X).tolist() == [1.0, 4.0, 1.0, 8.0]


@pytest.mark.filterwarnings("ignore:invalid value", "ignore:divide by zero")
def test_the_careless_root_has_slopes_that_are_nan(names):
    at = mg.tensor([4.0, 0.0, -4.0])
    assert mg.func.vmap(names["careless"])(at).tolist() == [2.0, 0.0, 0.0]
    assert np.isnan(mg.func.vmap(mg.func.grad(names["careless"]))(at).numpy()).tolist() == [False, True, True]
    assert mg.func.vmap(mg.func.grad(names["root_for_all"]))(at).tolist() == [0.25, 0.0, 0.0]


def test_the_four_are_refused_and_their_rewritings_are_not(names):
    for name in ("root", "halved", "by_largest", "powers"):
        at = mg.ones(2, 3) if name == "by_largest" else X
        with pytest.raises(RuntimeError):
            mg.func.vmap(names[name])(at)
        mg.func.vmap(names[f"{name}_for_all"])(at)
    at = mg.tensor([0.5, 1.0, 3.0, 8.0])
    assert mg.func.vmap(names["halved_for_all"])(at).tolist() == [0.5, 1.0, 0.75, 1.0]
    assert mg.func.vmap(mg.func.grad(names["halved_for_all"]))(at).tolist() == [1.0, 1.0, 0.25, 0.125]


# --- loops with a memory


def test_what_fades_is_six_in_the_end(names):
    last, noted = names["scan"](names["fading"], mg.tensor(0.0), mg.tensor([8.0, 0.0, 4.0]))
    assert last.item() == 6.0 and noted.tolist() == [8.0, 4.0, 6.0]


def test_the_four_swings_are_told_as_they_are(names):
    curves = names["curves"].numpy()
    assert curves.shape == (4, 80) and np.allclose(abs(curves[0]).max(), 10, atol=0.1)
    assert abs(curves[2, -1]) == pytest.approx(1, abs=0.3)
    assert (curves[3] < -0.1).any() and abs(curves[3, 40:]).max() < 0.2, "below 0 once, then still"
    slopes = mg.func.vmap(mg.func.grad(lambda d: names["swung"](d)[1][-1]))(names["dampings"]).numpy()
    near = [[names["swung"](names["dampings"][k] + h)[1][-1].item() for h in (-1e-2, 1e-2)] for k in range(4)]
    assert np.allclose(slopes, [(b - a) / 2e-2 for a, b in near], rtol=2e-2, atol=2e-2)


# --- by hand


def test_three_by_hand_are_wrong_and_a_table_that_is_not_square_tells(names):
    table, zeros = names["nine"], names["zeros"]
    for one, args in (("centred", (table,)), ("shares", (table,)), ("off", (table, zeros))):
        wrong, right = names[f"{one}_rows"](*args), mg.func.vmap(names[one])(*args)
        assert wrong.shape == right.shape and abs((wrong - right).numpy()).max() > 1e-2
        assert abs((names[f"{one}_each"](*args) - right).numpy()).max() < 1e-6
    with pytest.raises(RuntimeError, match="must match"):
        names["shares_rows"](table[:2])
    assert names["off_rows"](table[:2], zeros[:2]).shape == (3,), "and not (2,)"
    assert names["centred_rows"](table[:2]).shape == (2, 3), "as it should be"
    said = [names["mixes"](names[f], table) for f in ("centred_rows", "centred_each", "shares_rows", "shares_each")]
    assert said == [True, False, True, False]


def test_the_jacobian_of_the_wrong_one_is_told_as_it_is(names):
    told = str(draw_jacobian(names["centred_rows"], names["nine"][:2], row=None, column=None))
    assert "24 of 36 entries are zero" in told
    J = mg.func.jacrev(names["centred_rows"])(names["nine"][:2]).numpy().reshape(6, 6)
    assert np.array_equal(J, 0.5 * np.eye(6) - 0.5 * np.eye(6, k=3) - 0.5 * np.eye(6, k=-3))
    J = mg.func.jacrev(names["centred_each"])(names["nine"][:2]).numpy().reshape(6, 6)
    assert not J[:3, 3:].any() and not J[3:, :3].any() and J[:3, :3].all()


# --- the pay-off


def test_two_hundred_swings_arrive_in_six_steps(names):
    misfits = mg.func.vmap(names["misfit"])(names["numbers"], names["readings"]).numpy()
    g, _ = names["slopes_and_values"](names["numbers"], names["readings"])
    assert misfits.shape == (200,) and misfits.max() < 0.14 and abs(g.numpy()).max() < 1e-3
    ours = names["off_each"](mg.func.vmap(names["swing"])(names["numbers"]), names["readings"])
    assert abs(ours.numpy() - misfits).max() < 1e-9
    columns = [names["numbers"][:, k] for k in range(3)]
    assert abs(names["vmap"](names["misfit_of_three"])(*columns, names["readings"]).numpy() - misfits).max() < 1e-9


def test_the_cloud_keeps_the_promise_of_notebook_07(names):
    found, spread = names["found"], names["spread"]
    assert np.allclose(found.std(0), np.sqrt(np.diag(spread)), rtol=0.15)
    off = found[:, 1:] - [0.3, 2.0]
    sizes = np.einsum("ni,ij,nj->n", off, np.linalg.inv(spread[1:, 1:]), off)
    assert [(sizes < 1).sum(), (sizes < 4).sum()] == [74, 175] and "74 of the dots" in LESSON.flat
    assert sizes.max() < 16, "no further out than four times the first ellipse"
    assert [round(200 * (1 - np.exp(-k * k / 2))) for k in (1, 2)] == [79, 173] and "79 and 173" in LESSON.flat


def test_gradients_of_all_take_as_many_operations_as_those_of_a_few(names):
    numbers, readings, both = names["numbers"], names["readings"], names["slopes_and_values"]
    few = names["operations"](lambda: both(numbers[:2], readings[:2]))
    assert names["operations"](lambda: both(numbers, readings)) <= few < 100
