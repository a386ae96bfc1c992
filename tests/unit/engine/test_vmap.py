"""What `vmap` shows of itself: it runs once, for custom Functions too; indices, chunks, printing, random numbers."""

import numpy as np
import pytest

import minigrad as mg
from minigrad.func import grad, jacrev, jvp, vmap


def test_the_function_runs_once():
    runs = []
    vmap(lambda x: runs.append(1) or x)(mg.ones(7))
    assert len(runs) == 1


def test_random_numbers_are_those_pytorch_draws():
    mg.manual_seed(0)
    once = mg.randn(2, 2)
    mg.manual_seed(0)
    assert vmap(lambda x: mg.randn(2), randomness="different")(mg.ones(2)).tolist() == once.tolist()
    mg.manual_seed(0)
    assert vmap(lambda x: mg.randn(2), randomness="same")(mg.ones(2)).tolist() == [once[0].tolist()] * 2
    orders = vmap(lambda x: mg.randperm(8), randomness="different")(mg.ones(3))
    assert [sorted(o) for o in orders.tolist()] == [list(range(8))] * 3


def test_a_write_reaches_what_was_given_and_its_version():
    xs = mg.tensor([[1.0, 2.0], [3.0, 4.0]])
    vmap(lambda x: x[0].mul_(10), in_dims=1)(xs)
    assert xs.tolist() == [[10.0, 20.0], [3.0, 4.0]]
    assert xs._version == 1


def test_writes_inside_are_differentiated_inside_and_around():
    def written(x):
        y = x.clone()
        y[0] = x[1] * 2
        v = y[1:]
        v.mul_(x[0]).sin_()
        y.unsqueeze_(0)
        return (y * x).sum()

    xs = mg.tensor(np.random.default_rng(0).uniform(0.1, 1, (4, 3)))
    each = mg.stack([grad(written)(x) for x in xs])
    assert mg.allclose(vmap(grad(written))(xs), each)
    assert mg.allclose(grad(lambda xs: vmap(written)(xs).sum())(xs), each)
    assert mg.allclose(vmap(lambda x: jvp(written, (x,), (x,))[1])(xs), (each * xs).sum(1))


class Batched(mg.autograd.Function):
    """x * y by a vmap of its own, which says what it is told."""

    told: list = []

    @staticmethod
    def forward(x, y):
        return x * y

    @staticmethod
    def setup_context(ctx, inputs, output):
        ctx.save_for_backward(*inputs)

    @staticmethod
    def backward(ctx, g):
        x, y = ctx.saved_tensors
        return g * y, g * x

    @staticmethod
    def vmap(info, in_dims, x, y):
        Batched.told.append((info.batch_size, info.randomness, in_dims, tuple(x.shape)))
        y = y if in_dims[1] is not None else y.unsqueeze(0)
        return Batched.apply(x, y).movedim(0, -1), -1


def test_a_function_is_batched_by_its_own_vmap():
    xs, y = mg.tensor([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]), mg.tensor([10.0, 20.0])
    assert vmap(Batched.apply, in_dims=(0, None))(xs, y).tolist() == [[10.0, 40.0], [30.0, 80.0], [50.0, 120.0]]
    assert Batched.told == [(3, "error", (0, None), (3, 2))]
    each = vmap(grad(lambda x, y: Batched.apply(x, y).sum(), argnums=(0, 1)), in_dims=(0, None))(xs, y)
    assert each[0].tolist() == [[10.0, 20.0]] * 3
    assert each[1].tolist() == xs.tolist()
    assert grad(lambda y: vmap(Batched.apply, in_dims=(0, None))(xs, y).sum())(y).tolist() == [9.0, 12.0]


class Weighted(mg.autograd.Function):
    """x * w ** 2, whose rule is made of its own methods."""

    generate_vmap_rule = True

    @staticmethod
    def forward(x, w):
        return x * w * w

    @staticmethod
    def setup_context(ctx, inputs, output):
        ctx.save_for_backward(*inputs)
        ctx.save_for_forward(*inputs)
        assert len(output.shape) == 1

    @staticmethod
    def backward(ctx, g):
        x, w = ctx.saved_tensors
        return g * w * w, g * 2 * x * w

    @staticmethod
    def jvp(ctx, x_t, w_t):
        x, w = ctx.saved_tensors
        return x_t * w * w + 2 * x * w * w_t


def test_a_generated_rule_differentiates_inside_and_around():
    xs, w = mg.tensor([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]), mg.tensor([3.0, 5.0])

    def plain(x, w):
        return x * w * w

    def inside(f):
        return vmap(grad(lambda x, w: f(x, w).sum(), argnums=(0, 1)), in_dims=(0, None))(xs, w)

    def around(f):
        return grad(lambda w: vmap(f, in_dims=(0, None))(xs, w).sum())(w)

    def forward(f):
        return jvp(lambda w: vmap(f, in_dims=(0, None))(xs, w), (w,), (mg.ones(2),))[1]

    def twice(f):
        return vmap(vmap(f, in_dims=(0, None)), in_dims=(None, 0))(xs, mg.stack([w, w + 1]))

    for way in (around, forward, twice, lambda f: inside(f)[0], lambda f: inside(f)[1]):
        assert way(Weighted.apply).tolist() == way(plain).tolist()
    assert (
        vmap(jacrev(Weighted.apply), in_dims=(0, None))(xs, w).tolist()
        == vmap(jacrev(plain), (0, None))(xs, w).tolist()
    )


def test_what_differs_from_slice_to_slice_can_index():
    table, rows = mg.arange(12).reshape(3, 4), mg.tensor([[2, 0], [1, 1]])
    assert vmap(lambda i: table[i], in_dims=0)(rows).tolist() == [table[r].tolist() for r in rows]
    assert vmap(lambda i: table[:, i], in_dims=0)(rows).tolist() == [table[:, r].tolist() for r in rows]
    assert vmap(lambda x, i: x[i])(table[:2], mg.tensor([3, 0])).tolist() == [3, 4]
    assert vmap(lambda x, i: put(x, i))(table[:2].double(), rows).tolist() == [
        put(x, i).tolist() for x, i in zip(table[:2].double(), rows, strict=True)
    ]
    assert vmap(lambda i: mg.nn.functional.one_hot(i, 3))(mg.tensor([2, 0])).tolist() == [[0, 0, 1], [1, 0, 0]]
    with pytest.raises(RuntimeError, match=r"vmap: It looks like you're calling \.item"):
        vmap(lambda x, i: x[:i])(table[:2], mg.tensor([3, 0]))


def put(x, index):
    y = x.clone()
    y[index] = mg.tensor([-1.0, -2.0]).double()
    return y


def test_a_batched_tensor_prints_as_all_slices():
    shown = []
    vmap(vmap(lambda x: shown.append(repr(x * 2)) or x))(mg.tensor([[1.0, 2.0]]))
    outer, inner = (f"BatchedTensor(lvl={k}, bdim=0, value=" for k in (2, 1))
    assert shown == [f"{outer}\n    {inner}\n        tensor([[2., 4.]])\n    )\n)"]


def test_chunks_give_what_all_at_once_gives():
    xs = mg.arange(10).double().reshape(5, 2)
    for f in (lambda x: x * x, lambda x: (x.sum(), x)):
        one, some = vmap(f, out_dims=0)(xs), vmap(f, out_dims=0, chunk_size=2)(xs)
        assert str(one) == str(some)
    assert vmap(lambda x: x, out_dims=1, chunk_size=3)(xs).tolist() == xs.T.tolist()


class Same(mg.autograd.Function):
    @staticmethod
    def forward(x):
        return x

    @staticmethod
    def setup_context(ctx, inputs, output):
        """Nothing is needed."""

    @staticmethod
    def backward(ctx, g):
        return g * 3

    @staticmethod
    def vmap(info, dims, x):
        return x, dims[0]


def test_an_input_that_a_function_returns_as_it_is_differs_from_slice_to_slice():
    xs = mg.tensor([[1.0, 2.0], [3.0, 4.0]])
    assert vmap(Same.apply)(xs).tolist() == xs.tolist()
    assert vmap(grad(lambda x: (Same.apply(x) * x).sum()))(xs).tolist() == (4 * xs).tolist()


def test_slices_without_dimensions_are_gathered_from_as_often_as_the_index_says():
    xs, index = mg.tensor([1.0, 2.0]), mg.tensor([0, 0])
    assert vmap(lambda x: x.gather(0, index))(xs).tolist() == [[1.0, 1.0], [2.0, 2.0]]
    for slopes in (
        vmap(grad(lambda x: x.gather(0, index).sum()))(xs),
        mg.stack([grad(lambda x: x.gather(0, index).sum())(x) for x in xs]),
    ):
        assert slopes.tolist() == [2.0, 2.0]


def test_weights_of_another_type_are_cast_for_each_slice_and_not_for_the_first():
    x = mg.tensor([1.0, 2.0, 3.0], dtype=mg.float64)
    _, pull = mg.func.vjp(lambda x: x * x, x)
    (rows,) = vmap(pull)(mg.eye(3))
    assert rows.dtype is mg.float64 and rows.tolist() == [[2.0, 0.0, 0.0], [0.0, 4.0, 0.0], [0.0, 0.0, 6.0]]


@pytest.mark.parametrize("shape", [(0, 3), (4, 0, 3)], ids=["one for all", "one for each"])
def test_matrices_that_meet_in_no_dimension_give_zeros(shape):
    left, right = mg.ones(4, 2, 0), mg.ones(*shape)
    dims = (0, None if len(shape) == 2 else 0)
    for found in (left @ right, vmap(mg.matmul, in_dims=dims)(left, right)):
        assert found.tolist() == np.zeros((4, 2, 3)).tolist()
