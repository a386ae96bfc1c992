"""Forward transforms: `jvp` and what is made of it."""

import functools

from .. import errors, ops
from ..autograd.gradients import basis, filled
from ..tensor import Tensor, look
from . import batched, batching
from .levels import MADE, Reverse, settle
from .reverse import jacrev, outputs, select, settled, split_aux
from .tangents import Forward
from .trees import flatten, map_tree, unflatten

API = "jvp(f, primals, tangents)"


def jvp(func, primals, tangents, *, strict=False, has_aux=False):
    """`func(*primals)` and its derivative in the direction of the tangents: (value, tangent).

    `primals` and `tangents` are tuples alike in shapes; the tangent of the result has its shape. With `has_aux`,
    `func` returns (value, more) and the result is (value, tangent, more).

    >>> import minigrad as mg
    >>> mg.func.jvp(lambda x: x * x, (mg.tensor([1.0, 2.0]),), (mg.tensor([1.0, 10.0]),))
    (tensor([1., 4.]), tensor([ 2., 40.]))
    """
    a_tuple = isinstance(primals, tuple)
    errors.require(a_tuple, f"{API}: Expected primals to be a tuple. E.g. it should be valid to call f(*primals).")
    return pushed(func, primals, tangents, None, has_aux, strict)


def pushed(func, args: tuple, tangents, argnums, has_aux: bool, strict: bool = False) -> tuple:
    """The value, its tangent, and with `has_aux` what else the function returned."""
    primals, structure, put = select(args, argnums)
    given, like = flatten(tangents)
    errors.require(like == structure, f"{API}: Expected primals and tangents to have the same python structure.")
    errors.require(primals, f"{API}: Expected primals to contain at least one Tensor.")
    for name, ts in (("primals", primals), ("tangents", given)):
        for t in ts:
            errors.require(isinstance(t, Tensor), f"{API}: Expected {name} to only contain Tensors, got {type(t)}")
    look(None, "push")
    level = Forward()
    duals = [level.dual(p, t) for p, t in zip(primals, given, strict=True)]
    with Reverse() as around:  # nothing but arguments and what is made inside may be written in place
        for t in duals:
            around.note(t, MADE)
        args = put(around, duals)
        with level:
            value, aux = split_aux(func(*args), has_aux, API)
    outs, structure = outputs(value, API)
    found = [level.of(t) for t in outs]
    depends = all(t is not None for t in found)
    errors.require(depends or not strict, f"{API[:-1]}, strict=True): The output of f is independent of the inputs.")
    return value, unflatten(map(settle, filled(found, outs)), structure), *([settled(aux)] if has_aux else [])


def jacfwd(func, argnums=0, has_aux=False, *, chunk_size=None, randomness="error"):
    """The function that computes the Jacobian of `func` by forward mode: a `vmap` of `jvp` over unit vectors.

    Shapes as in `jacrev`, with which it agrees; it is the cheaper one when there are fewer inputs than outputs.
    `chunk_size` is how many columns are found at once, `randomness` that of `vmap`.

    >>> import minigrad as mg
    >>> mg.func.jacfwd(lambda x: x * x)(mg.tensor([1.0, 2.0]))
    tensor([[2., 0.],
            [0., 4.]])
    """

    @functools.wraps(func)
    def jacobian(*args):
        leaves, structure, _ = select(args, argnums)
        more: list = []

        def push(*tangents):
            nonlocal more
            _, tangent, *more = pushed(func, args, unflatten(tangents, structure), argnums, has_aux)
            return tangent

        answer = columns(push, leaves, structure, chunk_size, randomness)
        return (answer, *more) if has_aux else answer

    return jacobian


def columns(push, leaves: list, structure, chunk_size=None, randomness: str = "error", kind=batched.Batching):
    """For each output a tree of its Jacobians by the leaves, from `push`: tangents of these to those of the outputs."""
    sizes = [x.numel() for x in leaves]

    def row(tangents):
        last = ops.movedim(tangents, 0, -1)
        parts = ops.split(last, sizes, -1) if len(sizes) > 1 else (last,)
        pairs = zip(parts, leaves, strict=True)
        return unflatten([ops.reshape(part, (*last.shape[:-1], *x.shape)) for part, x in pairs], structure)

    return map_tree(row, batching.mapped_on(kind, push, 0, 0, randomness, chunk_size)(*basis(leaves)))


def hessian(func, argnums=0):
    """The function that computes the second derivatives of `func`: `jacfwd(jacrev(func))`.

    Its shape is that of the value, then twice that of the argument.

    >>> import minigrad as mg
    >>> mg.func.hessian(lambda x: (x ** 3).sum())(mg.tensor([1.0, 2.0]))
    tensor([[ 6.,  0.],
            [ 0., 12.]])
    """
    return jacfwd(jacrev(func, argnums), argnums)


def linearize(func, *primals):
    """`func(*primals)` and the linear function that its derivative is there: (value, push).

    >>> import minigrad as mg
    >>> y, push = mg.func.linearize(lambda x: x * x, mg.tensor(3.0))
    >>> push(mg.tensor(2.0))
    tensor(12.)
    """
    return map_tree(settle, func(*primals)), lambda *tangents: jvp(func, primals, tangents)[1]
