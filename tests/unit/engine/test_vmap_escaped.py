"""A tensor that differs from slice to slice means nothing once its `vmap` is over: whoever has kept it is told so."""

import gc
import weakref

import pytest

import minigrad as mg
from minigrad.func import grad, jacfwd, jacrev, vmap

X = mg.tensor([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]])


def kept(transform=vmap, x=X, make=lambda x: x * 2):
    """A tensor from inside a transform."""
    found: list = []
    transform(lambda x: found.append(make(x)) or x * 1)(x)
    return found[0]


def no_grad(t):
    with mg.no_grad():
        return t * 2


USES = {
    "operation": lambda t: t + 1,
    "other operand": lambda t: mg.ones(2) * t,
    "product": lambda t: t @ mg.ones(2),
    "reduction": lambda t: t.sum(),
    "view": lambda t: t.view(2, 1),
    "part": lambda t: t[0],
    "index": lambda t: mg.ones(9)[t.long()],
    "joined": lambda t: mg.stack([t, t]),
    "detached": lambda t: t.detach(),
    "without recording": no_grad,
    "written": lambda t: t.add_(1),
    "written elsewhere": lambda t: mg.ones(2).copy_(t),
    "numpy": lambda t: t.numpy(force=True),
    "list": lambda t: t.tolist(),
    "another vmap": lambda t: vmap(lambda x: x + t)(X),
    "cut by vmap": lambda t: vmap(lambda x: x + 1)(t),
    "grad": grad(lambda t: (t * t).sum()),
    "grad around": lambda t: grad(lambda x: (x * t).sum())(mg.ones(2)),
    "saved": lambda t: (mg.ones(2, requires_grad=True) * t).sum().backward(),
}


@pytest.mark.parametrize("use", USES.values(), ids=USES)
def test_a_slice_that_was_kept_is_refused(use):
    for transform in (vmap, lambda f: vmap(grad(lambda x: f(x).sum()))):
        with pytest.raises(
            RuntimeError, match="Either your tensor may have escaped from inside a function being vmapped"
        ):
            use(kept(transform))


def test_so_are_those_that_are_made_in_other_ways():
    for make in (lambda x: x, lambda x: x[0], lambda x: x.detach(), lambda x: x.clone().unsqueeze_(0)):
        with pytest.raises(RuntimeError, match="may have escaped"):
            kept(make=make) + 1
    for transform in (jacrev, jacfwd):
        inside = kept(lambda f, t=transform: vmap(t(f)))
        with pytest.raises(RuntimeError, match="may have escaped"):
            inside + 1


def test_it_still_says_what_it_was():
    t = kept()
    assert (t.shape, t.dtype, t.requires_grad) == ((2,), mg.float32, False)
    assert repr(t).startswith("BatchedTensor(lvl=1, bdim=0, value=")


def test_an_inner_slice_is_refused_while_the_outer_vmap_goes_on():
    def outer(x):
        inner = kept(x=x)
        return inner + x.sum()

    with pytest.raises(RuntimeError, match="may have escaped"):
        vmap(outer)(X)


def test_what_is_returned_or_shared_stays():
    shared, kept_too = mg.ones(2), []
    out = vmap(lambda x: kept_too.append(mg.zeros(2) + shared) or x + shared)(X)
    assert (out + 1).tolist() == [[3.0, 4.0], [5.0, 6.0], [7.0, 8.0]]
    assert (shared + kept_too[0]).tolist() == [2.0, 2.0]
    with pytest.raises(ZeroDivisionError):
        vmap(lambda x: kept_too.append(x) or 1 / 0)(X)
    with pytest.raises(RuntimeError, match="may have escaped"):
        kept_too[1] + 1


def test_vmap_keeps_nothing_alive_that_the_function_lets_go():
    gone = []

    def f(x):
        for _ in range(3000):
            y = x * 2
        gone.append(weakref.ref(y))
        del y
        assert gone[0]() is None
        return x * 1

    gc.disable()
    try:
        vmap(f)(X)
    finally:
        gc.enable()
