"""Versions, writes in place and views, held against minigrad: the same programs end the same way."""

import numpy as np
import pytest

import minigrad as mg

MODIFIED = "modified by an inplace operation"
LEAF = "a leaf Variable that requires grad is being used in an in-place operation"


def chain(engine, steps):
    """The gradient of a leaf after these steps, or the first words of the error."""
    x = engine.tensor(np.array([[0.5, -1.5, 2.0], [1.0, 0.25, -0.75]]), requires_grad=True)
    w = engine.tensor(np.array([1.5, -0.5, 3.0]), requires_grad=True)
    try:
        made = steps(engine, x, w)
        (made * engine.tensor(np.array([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]))).sum().backward()
    except RuntimeError as error:
        return str(error).split(":")[0].rstrip(".").partition(" Ways out")[0].rstrip(".")
    return [each.grad if each.grad is None else np.array(each.grad.detach().numpy()) for each in (x, w)]


def written(*writes):
    def steps(engine, x, w):
        y = x * 2
        z = y * y if "saved" in writes else y.exp() if "own result" in writes else y
        for write in writes:
            if write in WRITES:
                WRITES[write](y if "saved" in writes else z, w)
        return z + y

    return steps


WRITES = {
    "add_": lambda y, w: y.add_(w),
    "sub_": lambda y, w: y.sub_(0.5),
    "mul_": lambda y, w: y.mul_(w),
    "mul_ itself": lambda y, w: y.mul_(y),
    "exp_": lambda y, w: y.exp_(),
    "tanh_": lambda y, w: y.tanh_(),
    "zero_": lambda y, w: y.zero_(),
    "a row": lambda y, w: y[1].mul_(w),
    "a column": lambda y, w: y[:, 1].add_(w[0]),
    "an entry": lambda y, w: y[0, 2].exp_(),
    "a view of a view": lambda y, w: y[1][1:].mul_(3.0),
    "transposed": lambda y, w: y.transpose(0, 1)[2].zero_(),
    "reshaped": lambda y, w: y.reshape(6)[::2].tanh_(),
    "detached": lambda y, w: y.detach().mul_(2.0),
}
ONE_AND_TWO = [(one,) for one in WRITES] + [(one, two) for one in WRITES for two in WRITES if one != two]


@pytest.mark.parametrize("how", ["", "saved", "own result"])
def test_writes_end_as_in_minigrad(whole, how):
    for writes in ONE_AND_TWO:
        ours, theirs = chain(whole, written(how, *writes)), chain(mg, written(how, *writes))
        if isinstance(theirs, str) or isinstance(ours, str):
            assert ours == theirs, writes
        else:
            for one, other in zip(ours, theirs, strict=True):
                assert (one is None) == (other is None), writes
                if one is not None:
                    np.testing.assert_allclose(one, other, err_msg=str(writes))


def test_a_view_taken_before_the_write_is_read_from_the_base_anew(whole):
    def steps(engine, x, w):
        y = x * 2
        row, other = y[0], y[1]
        row.mul_(w)
        other.add_(row)
        return y * 1 + row * 3 + other

    ours, theirs = chain(whole, steps), chain(mg, steps)
    for one, other in zip(ours, theirs, strict=True):
        np.testing.assert_allclose(one, other)


def test_a_base_that_wanted_nothing_wants_after_the_write(whole):
    w, base = whole.tensor(2.0, requires_grad=True), whole.tensor([0.0, 0.0, 0.0])
    first, second = base[0], base[1]
    first.add_(w)
    assert base.requires_grad and second.requires_grad and base.version.number == second.version.number == 1
    (base.sum() + second * 5 + first * 7).backward()
    assert w.grad.item() == 8.0


def test_leaves_that_require_grad_are_written_without_recording_only(whole):
    x = whole.tensor([1.0, 2.0], requires_grad=True)
    for write in (lambda: x.add_(1.0), lambda: x[0].add_(1.0)):
        with pytest.raises(RuntimeError, match="leaf Variable that requires grad is being used in an in-place"):
            write()
    assert x.data.tolist() == [1.0, 2.0] and x.version.number == 0
    with whole.no_grad():
        x.sub_(1.0)
    assert x.data.tolist() == [0.0, 1.0] and x.is_leaf and x.version.number == 1


def test_the_version_is_two_after_a_write_that_is_declared_too(whole):
    class Tenfold(whole.Function):
        def forward(ctx, x):
            x.mul_(10.0)
            ctx.mark_dirty(x)
            return x

        def backward(ctx, g):
            return (10 * g,)

    x = whole.tensor([1.0, 2.0], requires_grad=True)
    y = x * 1
    z = Tenfold.apply(y)
    assert z is y and y.version.number == 2
    assert [each.partition(",")[0] for each in y.version.changes] == ["mul_", "mark_dirty of TenfoldBackward"]
    z.sum().backward()
    assert x.grad.data.tolist() == [10.0, 10.0]
    with pytest.raises(RuntimeError, match=LEAF):
        Tenfold.apply(x)


def test_the_error_names_saver_changer_and_lines(whole):
    x = whole.tensor([1.0, 2.0], requires_grad=True)
    y = x * 2
    z = y * y  # saves
    y.add_(1.0)  # spoils
    with pytest.raises(RuntimeError, match=MODIFIED) as caught:
        z.sum().backward()
    for part in ("MulBackward0", "z = y * y  # saves", "at version 0", "version 1 was made by add_", "# spoils"):
        assert part in str(caught.value)


def test_a_kept_gradient_moves_to_the_new_node(whole):
    x = whole.tensor([1.0, 2.0], requires_grad=True)
    y = x * 2
    y.retain_grad()
    y.exp_()
    (y * 3).sum().backward()
    assert y.grad.data.tolist() == [3.0, 3.0]


def test_without_the_slots_of_06_nothing_counts_and_nothing_is_refused(tape):
    x = tape.tensor([1.0, 2.0], requires_grad=True)
    y = x * 2
    z = y * y
    y.add_(1.0)
    assert y.version.number is None and not y.version.changes
    z.sum().backward()
    assert x.grad.data.tolist() == [12.0, 20.0], "wrong, and silently so"
