"""Writing in place: versions, histories, views, refusals."""

import pytest

import minigrad as mg


def leaf(value, **kwargs):
    return mg.tensor(value, requires_grad=True, **kwargs)


def test_version_is_shared_by_views_and_detach_and_not_by_data():
    x = mg.zeros(3)
    x.add_(1)
    x[0] = 5.0
    x[1:].mul_(2)
    x.detach().add_(1)
    x.data.add_(1)
    assert (x._version, x[0]._version, x.detach()._version, x.clone()._version) == (4, 4, 4, 0)


def test_a_saved_value_that_was_overwritten_is_an_error_that_names_both_lines():
    x, y = leaf(3.0), leaf(2.0).clone()
    z = x * y
    y.add_(1)
    with pytest.raises(RuntimeError, match="one of the variables needed for gradient computation") as caught:
        z.sum().backward()
    message = str(caught.value)
    assert "z = x * y" in message and "y.add_(1)" in message and "MulBackward0" in message and "add_" in message
    assert "is at version 1; expected version 0" in message and "output 0 of Add" in message


def test_what_saved_nothing_may_be_overwritten():
    x = leaf(3.0)
    y = x * 2
    z = y + 1
    y.mul_(5)
    z.backward()
    assert x.grad.item() == 2.0


def test_a_write_to_a_view_rewrites_the_history_of_its_base():
    x = leaf([1.0, 2.0, 3.0])
    y = x.clone()
    v = y[0:2]
    v.mul_(10)
    assert (y.grad_fn.name(), v.grad_fn.name()) == ("torch::autograd::CopySlices", "AsStridedBackward0")
    y.sum().backward()
    assert x.grad.tolist() == [10.0, 10.0, 1.0]


def test_a_write_to_the_base_is_seen_through_its_views():
    x = leaf([1.0, 2.0, 3.0])
    y = x.clone()
    v = y[0:2]
    y.mul_(10)
    v.sum().backward()
    assert x.grad.tolist() == [10.0, 10.0, 0.0]


def test_a_write_through_a_transposed_view():
    x = leaf([[1.0, 2.0], [3.0, 4.0]])
    y = x * 1
    y.t()[0].mul_(mg.tensor([10.0, 100.0]))
    y.sum().backward()
    assert x.grad.tolist() == [[10.0, 1.0], [100.0, 1.0]]


def test_a_constant_that_is_written_with_a_recorded_value_joins_the_graph():
    base, x = mg.zeros(4), leaf([1.0, 2.0])
    base[1:3].copy_(x)
    assert base.requires_grad and not base.is_leaf
    base.sum().backward()
    assert x.grad.tolist() == [1.0, 1.0]


def test_retain_grad_follows_a_tensor_through_a_write():
    x = leaf(1.0)
    y = x * 2
    y.retain_grad()
    y.mul_(5)
    y.backward()
    assert (y.grad.item(), x.grad.item()) == (1.0, 10.0)


def test_a_hook_registered_on_a_stale_view_works():
    x, seen = leaf([1.0, 2.0]), []
    y = x * 1
    v = y[:1]
    y.mul_(3)
    v.register_hook(lambda g: seen.append(g.tolist()))
    v.sum().backward()
    assert seen == [[1.0]] and x.grad.tolist() == [3.0, 0.0]


def test_turning_in_place_changes_the_tensor_and_not_its_elements():
    x = leaf([[1.0, 2.0], [3.0, 4.0]])
    y = x * 1
    v = y.view(4)
    assert y.t_() is y and y.grad_fn.name() == "TBackward1"
    (v * mg.tensor([1.0, 2.0, 3.0, 4.0])).sum().backward()
    assert x.grad.tolist() == [[1.0, 2.0], [3.0, 4.0]]


def no_grad_view():
    y = leaf([1.0, 2.0]).clone()
    with mg.no_grad():
        v = y[:1]
    v.mul_(2)


@pytest.mark.parametrize(
    ("action", "words"),
    [
        (lambda: leaf(1.0).add_(1), "a leaf Variable that requires grad is being used"),
        (lambda: leaf([1.0]).__setitem__(0, 2.0), "a view of a leaf Variable that requires grad"),
        (lambda: leaf([1.0, 2.0]).clone().unbind()[0].mul_(2), "Output 0 of Unbind is a view"),
        (no_grad_view, "A view was created in no_grad mode"),
        (lambda: mg.zeros(1).expand(3).add_(1), "unsupported operation: more than one element"),
        (lambda: mg.tensor([1]).add_(0.5), "result type Float can't be cast"),
        (lambda: mg.zeros(2).add_(mg.zeros(3, 2)), r"output with shape \[2\] doesn't match"),
        (lambda: (a := mg.zeros(4))[1:].copy_(a[:3]), "unsupported operation: some elements"),
        (lambda: leaf([1.0]).clone()[:].detach_(), "Can't detach views in-place"),
    ],
)
def test_refusals_open_with_pytorchs_words(action, words):
    with pytest.raises(RuntimeError, match=words):
        action()


def test_a_leaf_may_be_written_without_grad():
    x = leaf([1.0, 2.0])
    with mg.no_grad():
        x.sub_(0.5)
    assert x.tolist() == [0.5, 1.5] and x.is_leaf and x._version == 1


def test_advanced_indices_copy_and_their_gradients_add_up():
    x = leaf([1.0, 2.0, 3.0])
    y = x[[0, 0, 2]]
    assert not y._is_view()
    y.sum().backward()
    assert x.grad.tolist() == [2.0, 0.0, 1.0]


def test_a_shared_array_with_numpy():
    x = mg.zeros(2)
    x.numpy()[0] = 7.0
    assert x.tolist() == [7.0, 0.0]
    with pytest.raises(RuntimeError, match=r"Can't call numpy\(\) on Tensor"):
        leaf(1.0).numpy()
