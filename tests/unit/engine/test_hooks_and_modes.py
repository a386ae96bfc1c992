"""Hooks, grad modes, anomaly mode, packed values."""

import asyncio
import threading

import pytest

import minigrad as mg
from minigrad.autograd import graph


def leaf(value, **kwargs):
    return mg.tensor(value, requires_grad=True, **kwargs)


def test_hooks_run_in_order_on_the_accumulated_gradient():
    x, seen = leaf(1.0), []
    x.register_hook(lambda g: seen.append(g.item()))
    x.register_hook(lambda g: g + 1)
    x.register_hook(lambda g: g * 10)
    (x * 2 + x * 3).backward()
    assert seen == [5.0] and x.grad.item() == 60.0


def test_a_removed_hook_is_silent():
    x = leaf(1.0)
    with x.register_hook(lambda g: g * 10):
        (x * 2).backward()
    (x * 2).backward()
    assert x.grad.item() == 22.0


def test_retain_grad_sees_what_the_hooks_left():
    y = leaf(1.0) * 2
    y.retain_grad()
    y.register_hook(lambda g: g * 100)
    y.backward()
    assert y.grad.item() == 100.0


def test_node_hooks_surround_the_node():
    x = leaf(1.0)
    y = x * 2
    y.grad_fn.register_prehook(lambda gs: (gs[0] * 10,))
    y.grad_fn.register_hook(lambda inputs, outputs: (inputs[0] + outputs[0], None))
    y.backward()
    assert x.grad.item() == 30.0


def test_a_leaf_accumulates_as_soon_as_its_gradient_is_complete():
    early, late, order = leaf(1.0), leaf(1.0), []
    early.register_post_accumulate_grad_hook(lambda t: order.append("early"))
    late.register_hook(lambda g: order.append("late"))
    y = late * 2
    (y * early).backward()
    assert order == ["early", "late"]


@pytest.mark.parametrize(
    ("hook", "error", "words"),
    [
        (lambda g: 3.0, TypeError, "expected Variable, but hook returned 'float'"),
        (lambda g: mg.ones(2), RuntimeError, "hook '<lambda>' has changed the size"),
        (lambda g: g.to(mg.float64), RuntimeError, "hook '<lambda>' has changed the type"),
    ],
)
def test_a_hook_must_keep_shape_and_type(hook, error, words):
    x = leaf(1.0)
    x.register_hook(hook)
    with pytest.raises(error, match=words):
        (x * 2).backward()


def test_no_grad_as_block_as_decorator_and_undone_inside():
    x = leaf(1.0)

    @mg.no_grad()
    def double(t):
        return t * 2

    with mg.no_grad():
        assert not (x * 2).requires_grad
        with mg.enable_grad():
            assert (x * 2).requires_grad
    assert not double(x).requires_grad and mg.is_grad_enabled()


def test_each_thread_has_its_own_mode():
    seen = []
    with mg.no_grad():
        thread = threading.Thread(target=lambda: seen.append(mg.is_grad_enabled()))
        thread.start()
        thread.join()
    assert seen == [True]


def test_each_task_has_its_own_mode():
    async def quiet(entered, left):
        with mg.no_grad():
            entered.set()
            await left.wait()

    async def main():
        entered, left = asyncio.Event(), asyncio.Event()
        task = asyncio.create_task(quiet(entered, left))
        await entered.wait()
        enabled = mg.is_grad_enabled()
        left.set()
        await task
        return enabled

    assert asyncio.run(main())


def test_the_mode_comes_back_after_an_error():
    with pytest.raises(ValueError, match="oops"), mg.no_grad():
        raise ValueError("oops")
    assert mg.is_grad_enabled()


def test_inference_tensors_never_take_part():
    with mg.inference_mode():
        t = mg.ones(2)
    assert t.is_inference() and not (t + 1).is_inference()
    with pytest.raises(RuntimeError, match="Inference tensors cannot be saved for backward"):
        leaf([1.0, 2.0]) * t
    with pytest.raises(RuntimeError, match="Inplace update to inference tensor outside InferenceMode"):
        t.add_(1)
    with pytest.raises(RuntimeError, match="Inference tensors do not track version counter"):
        _ = t._version


def test_packed_values_are_what_backward_computes_with():
    with graph.saved_tensors_hooks(lambda t: t.clone(), lambda t: t):
        x = leaf(3.0)
        y = x.clone()
        z = y * y
    y.add_(100)
    z.backward()
    assert x.grad.item() == 6.0


def test_anomaly_mode_names_the_forward_call_behind_a_nan():
    x = leaf(0.0)
    with (
        pytest.warns(UserWarning) as caught,
        mg.autograd.detect_anomaly(),
        pytest.raises(RuntimeError, match="Function 'SqrtBackward0' returned nan values in its 0th output"),
    ):
        x.sqrt().mul(0.0).backward()
    assert any("x.sqrt()" in str(w.message) for w in caught)
