"""What the function transforms refuse, custom Functions inside them, forward mode by hand, functional, cond."""

import importlib
import subprocess
import sys

import pytest

import minigrad as mg
from minigrad.autograd import forward_ad, functional
from minigrad.func import grad, jacrev, jvp, vjp, vmap

X = mg.tensor([1.0, 2.0, 3.0])


class Twice(mg.autograd.Function):
    @staticmethod
    def forward(x):
        return x * 2

    @staticmethod
    def setup_context(ctx, inputs, output):
        pass

    @staticmethod
    def backward(ctx, g):
        return g * 2


class Cube(mg.autograd.Function):
    generate_vmap_rule = True

    @staticmethod
    def forward(x):
        return x * x * x

    @staticmethod
    def setup_context(ctx, inputs, output):
        ctx.save_for_backward(*inputs)
        ctx.save_for_forward(*inputs)

    @staticmethod
    def backward(ctx, g):
        (x,) = ctx.saved_tensors
        return 3 * x * x * g

    @staticmethod
    def jvp(ctx, t):
        (x,) = ctx.saved_tensors
        return 3 * x * x * t


class OldStyle(mg.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x * 2


def test_custom_functions_take_part():
    assert grad(Twice.apply)(X[0]).item() == 2.0
    assert vmap(grad(Cube.apply))(X).tolist() == [3.0, 12.0, 27.0]
    assert jvp(Cube.apply, (X,), (mg.ones(3),))[1].tolist() == [3.0, 12.0, 27.0]
    assert mg.func.hessian(Cube.apply)(X[1]).item() == 12.0
    for transform in (jacrev(OldStyle.apply), vmap(OldStyle.apply), lambda x: jvp(OldStyle.apply, (x,), (x,))):
        with pytest.raises(RuntimeError, match="In order to use an"):
            transform(X)
    with pytest.raises(RuntimeError, match="You tried to vmap over Twice"):
        vmap(Twice.apply)(X)
    with pytest.raises(NotImplementedError, match="You must implement the jvp function"):
        jvp(Twice.apply, (X,), (X,))


@pytest.mark.parametrize(
    ("f", "opening"),
    [
        (lambda x: x if x > 1 else -x, "vmap: It looks like you're attempting to use"),
        (lambda x: x * x.item(), "vmap: It looks like you're calling .item"),
        (lambda x: x * float(x.detach()), "vmap: It looks like you're calling .item"),
        (lambda x: x[None][x[None] > 1], "vmap: We do not support batching operators"),
        (lambda x: x[None].nonzero(), "vmap: We do not support batching operators"),
        (lambda x: mg.zeros(()).add_(x), "output with shape"),
        (lambda x: X[0].add_(1) * x, "vmap: add_ would write"),
        (lambda x: x.sum().backward(), "backward.. called inside"),
        (lambda x: x.requires_grad_(), "You are attempting to call Tensor.requires_grad_"),
    ],
)
def test_vmap_refuses_what_slices_would_decide(f, opening):
    with pytest.raises(RuntimeError, match=opening):
        vmap(f)(X.clone())


def test_vmap_of_no_slices_has_the_shape_of_what_there_would_be():
    assert vmap(lambda x, y: x @ y, in_dims=(1, None))(mg.zeros(3, 0), X).shape == (0,)
    assert vmap(lambda x: mg.outer(x, x), out_dims=1)(mg.zeros(0, 3)).shape == (3, 0, 3)


def test_vmap_allows_what_all_slices_share():
    assert vmap(lambda x, k: x * 2 if k > 0 else x, in_dims=(0, None))(X, mg.tensor(1.0)).tolist() == [2.0, 4.0, 6.0]
    assert vmap(lambda x: mg.zeros(2).add_(1) * x)(X).shape == (3, 2)
    assert vmap(lambda x: (x, mg.tensor(7.0)), out_dims=(0, None))(X)[1].item() == 7.0
    assert vmap(lambda x: mg.cond(x > 1, lambda x: x * 10, lambda x: x + 0, (x,)))(X).tolist() == [1.0, 20.0, 30.0]


@pytest.mark.parametrize(
    ("call", "error", "opening"),
    [
        (lambda: vmap(lambda a, b: a)(X, mg.ones(2)), ValueError, "vmap: Expected all tensors"),
        (lambda: vmap(lambda a: a)(X[0]), ValueError, ".*Got in_dim=0 for some input"),
        (lambda: vmap(lambda: X)(), ValueError, ".*got no inputs"),
        (lambda: vmap(lambda a: a, in_dims=(0, 0))(X), ValueError, ".*in_dims is not compatible"),
        (lambda: vmap(lambda a: a, in_dims=(None,))(X), ValueError, "vmap: Expected at least one"),
        (lambda: vmap(lambda a: 3)(X), ValueError, ".*must only return Tensors"),
        (lambda: vmap(lambda a: a, out_dims=None)(X), ValueError, ".*can not return a BatchedTensor"),
        (lambda: grad(lambda x: x)(X), RuntimeError, ".*to return a scalar Tensor"),
        (lambda: grad(lambda x: 3.0)(X[0]), RuntimeError, ".*to return a Tensor"),
        (lambda: grad(lambda x: x, argnums=1)(X[0]), RuntimeError, "Got argnum=1"),
        (lambda: grad(lambda x: x)(2.0), ValueError, "Thing passed to transform API"),
        (lambda: grad(lambda x: (x, 3), has_aux=True)(X[0]), RuntimeError, "Expected tensors, got unsupported"),
        (lambda: grad(lambda x: x.mul_(2))(X[0].clone()), RuntimeError, "a leaf Variable that requires"),
        (lambda: grad(lambda x: X.mul_(x).sum())(X[0].clone()), RuntimeError, "During a grad"),
        (lambda: jvp(lambda x: x, X, X), RuntimeError, r"jvp\(f, primals, tangents\): Expected primals to be a tuple"),
        (lambda: jvp(lambda x: x, (X,), (X[:2],)), RuntimeError, "Trying to set a forward gradient"),
        (lambda: vjp(lambda x: x, X)[1](X[:2]), RuntimeError, "Mismatch in shape"),
        (lambda: jacrev(lambda x: x, chunk_size=0), ValueError, "jacrev: `chunk_size`"),
        (lambda: forward_ad.make_dual(X, X), RuntimeError, "Trying to create a dual Tensor"),
        (lambda: functional.jacobian(lambda x: x, [X]), TypeError, "The inputs given to jacobian"),
        (lambda: functional.hessian(lambda x: x, X), RuntimeError, "The Tensor returned by the function"),
        (lambda: functional.vjp(lambda x: x, X), RuntimeError, "The vector v can only"),
        (lambda: functional.jacobian(lambda x: mg.ones(2), X, strict=True), RuntimeError, "Output 0 of the"),
        (lambda: mg.cond(True, lambda x: x, lambda x: x + 1, (X,)), RuntimeError, "This higher order operator"),
    ],
)
def test_misuse_is_named(call, error, opening):
    with pytest.raises(error, match=opening):
        call()


def test_a_level_by_hand():
    with forward_ad.dual_level():
        d = forward_ad.make_dual(mg.tensor(3.0), mg.tensor(2.0))
        y = d.clone()
        y.mul_(d)
        assert forward_ad.unpack_dual(y).tangent.item() == 12.0
        assert repr(d) == "tensor(3., tangent=2.0)"
        assert forward_ad.unpack_dual(d.detach()).tangent is None
        with pytest.raises(RuntimeError, match="Nested forward mode AD"), forward_ad.dual_level():
            pass
        x = mg.tensor(3.0, requires_grad=True)
        (forward_ad.make_dual(x, mg.tensor(1.0)) ** 3).backward()
        assert x.grad.item() == 27.0
    assert forward_ad.unpack_dual(y).tangent is None


def test_functional_agrees_with_func():
    def f(x, y):
        return (x * y).exp().sum()

    args = (mg.tensor([0.1, 0.2]), mg.tensor([0.3, 0.4]))
    v = (mg.tensor([1.0, 2.0]), mg.tensor([3.0, 4.0]))
    old, new = functional.hessian(f, args), mg.func.hessian(f, argnums=(0, 1))(*args)
    assert all(mg.allclose(a, b) for r, s in zip(old, new, strict=True) for a, b in zip(r, s, strict=True))
    products = [sum(new[i][j] @ v[j] for j in range(2)) for i in range(2)]
    for name in ("vhp", "hvp"):
        found = getattr(functional, name)(f, args, v)[1]
        assert all(mg.allclose(a, b) for a, b in zip(found, products, strict=True))
    assert mg.allclose(functional.jvp(f, args, v)[1], jvp(f, args, v)[1])
    reverse = functional.jacobian(f, args)
    forward = functional.jacobian(f, args, vectorize=True, strategy="forward-mode")
    assert all(mg.allclose(a, b) for a, b in zip(reverse, forward, strict=True))


def test_transforms_are_imported_when_they_are_asked_for():
    code = "import sys, minigrad; print([m for m in sys.modules if 'minigrad.func' in m or 'forward_ad' in m])"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True).stdout.strip() == "[]"
    assert importlib.import_module("minigrad.autograd.forward_ad") is mg.autograd.forward_ad
    assert mg.vmap is mg.func.vmap
