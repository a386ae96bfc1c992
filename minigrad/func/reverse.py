"""Reverse transforms: `grad`, `vjp` and what is made of them.

The function runs on aliases of its inputs that require grad; `autograd.grad` does the rest. An alias of a tensor that
an enclosing transform tracks is recorded, and so is then the derivative: that is all there is to nesting.
"""

from __future__ import annotations

import functools

import numpy as np

from .. import autograd, modes, ops
from ..tensor import Tensor, wrap
from .levels import Reverse, inside, leads_out, settle, variable, zeros_like
from .trees import flatten, map_tree, unflatten


def grad(func, argnums=0, has_aux=False):
    """The function that computes the gradient of `func`, whose value is a tensor without dimensions.

    `argnums`, a number or a tuple, says with respect to which arguments; each is a tensor or a tree of tensors, and
    the gradient has its shape. With `has_aux`, `func` returns (value, more), the new function (gradient, more).
    RuntimeError if the value has dimensions or is no tensor.

    >>> import minigrad as mg
    >>> mg.func.grad(lambda x: x ** 3)(mg.tensor(2.0))
    tensor(12.)
    >>> mg.func.grad(mg.func.grad(lambda x: x ** 3))(mg.tensor(2.0))
    tensor(12.)
    """
    both = grad_and_value(func, argnums, has_aux)

    @functools.wraps(func)
    def gradient(*args, **kwargs):
        g, value = both(*args, **kwargs)
        return (g, value[1]) if has_aux else g

    return gradient


def grad_and_value(func, argnums=0, has_aux=False):
    """Like `grad`; the new function returns (gradient, value), or (gradient, (value, more)).

    >>> import minigrad as mg
    >>> mg.func.grad_and_value(lambda x: x ** 3)(mg.tensor(2.0))
    (tensor(12.), tensor(8.))
    """
    api = "grad_and_value(f)(*args)"

    @functools.wraps(func)
    def both(*args, **kwargs):
        run = Run(func, args, argnums, kwargs)
        value, aux = split_aux(run.result, has_aux, api)
        if not isinstance(value, Tensor):
            raise RuntimeError(f"{api}: Expected f(*args) to return a Tensor, got {type(value)}")
        if value.ndim:
            raise RuntimeError(
                f"{api}: Expected f(*args) to return a scalar Tensor, got tensor with {value.ndim} "
                "dims. Reduce it, say with .sum(), or use vjp or jacrev."
            )
        g = run.pull([value], None)
        value, aux = settled([value, aux] if has_aux else [value, ()])
        return (g, (value, aux)) if has_aux else (g, value)

    return both


def vjp(func, *primals, has_aux=False):
    """`func(*primals)` and the function that takes a gradient of it back to the primals: (value, pull).

    `pull(v)` returns a tuple, for each primal the product of v, of the value's shape, with the Jacobian; it may be
    called again. With `has_aux`, `func` returns (value, more) and the result is (value, pull, more).

    >>> import minigrad as mg
    >>> y, pull = mg.func.vjp(lambda x: x * x, mg.tensor([1.0, 2.0]))
    >>> pull(mg.tensor([1.0, 10.0]))
    (tensor([ 2., 40.]),)
    """
    value, pull, aux = pulled(func, primals, tuple(range(len(primals))), has_aux)
    return (value, pull, aux) if has_aux else (value, pull)


def pulled(func, primals: tuple, argnums, has_aux: bool) -> tuple:
    """The value, the pull and what else the function returned."""
    api = "vjp(f, *primals)"
    run = Run(func, primals, argnums, {})
    value, aux = split_aux(run.result, has_aux, api)
    outs, structure = flatten(value)
    if not outs or outs == [None]:
        raise RuntimeError(f"{api}: Expected f to be a function that has non-empty output (got output = {outs})")
    for t in outs:
        if not isinstance(t, Tensor):
            raise RuntimeError(f"{api}: expected f(*primals) to return only tensors, got unsupported type {type(t)}")
        if t._array.dtype.kind != "f":
            raise RuntimeError(
                "vjp(f, ...): All outputs of f must be floating-point or complex Tensors, got Tensor "
                f"with dtype {t.dtype}"
            )

    def pull(cotangents, retain_graph=True, create_graph=None):  # as PyTorch's; the values decide what is recorded
        given, like = flatten(cotangents)
        if like != structure:
            raise RuntimeError(
                "Expected pytree structure of cotangents to be the same as pytree structure of outputs "
                "to the function: nest them as the function nests its results."
            )
        return run.pull(outs, given)

    value, aux = settled([value, aux] if has_aux else [value, ()])
    return value, pull, aux


def jacrev(func, argnums=0, *, has_aux=False, chunk_size=None, _preallocate_and_copy=False):
    """The function that computes the Jacobian of `func`, row by row, by reverse mode.

    Its shape is that of the value followed by that of the argument. A tree of values or arguments gives a tree of
    Jacobians, the values' outside.

    >>> import minigrad as mg
    >>> mg.func.jacrev(lambda x: x * x)(mg.tensor([1.0, 2.0]))
    tensor([[2., 0.],
            [0., 4.]])
    """
    if chunk_size is not None and chunk_size <= 0:
        raise ValueError("jacrev: `chunk_size` should be greater than 0.")

    @functools.wraps(func)
    def jacobian(*args):
        value, pull, aux = pulled(func, args, argnums, has_aux)
        outs, structure = flatten(value)
        blocks = []
        for k, out in enumerate(outs):
            rows = []
            for unit in units(out):
                seeds = [unit if j == k else zeros_like(o) for j, o in enumerate(outs)]
                rows.append(pull(unflatten(seeds, structure)))
            blocks.append(stacked(rows, out, chosen(args, argnums)))
        answer = unflatten(blocks, structure)
        return (answer, aux) if has_aux else answer

    return jacobian


# --- what they share ---


class Run:
    """One run of a function on variables, and the way back."""

    def __init__(self, func, args: tuple, argnums, kwargs: dict) -> None:
        picked = chosen(args, argnums)
        leaves, self.structure = flatten(picked)
        level = Reverse()
        self.variables = [variable(t, level) for t in leaves]
        args = replaced(inside(level, args), argnums, unflatten(self.variables, self.structure))
        with level:
            before = modes.change(grad=True)
            try:
                self.result = func(*args, **inside(level, kwargs))
            finally:
                modes.restore(before, "grad")

    def pull(self, outs: list, seeds: list | None):
        """The gradients of the variables, in the structure of the arguments; zeros where nothing leads."""
        seeds = [None] * len(outs) if seeds is None else seeds
        for k, (t, s) in enumerate(zip(outs, seeds, strict=True)):
            if s is not None and s.shape != t.shape:
                raise RuntimeError(
                    f"Mismatch in shape: grad_output[{k}] has a shape of {s.shape} and output[{k}] has "
                    f"a shape of {t.shape}."
                )
        return unflatten(gradients(outs, self.variables, seeds), self.structure)


def gradients(outs: list, variables: list, seeds: list) -> list:
    """`autograd.grad` with zeros for what does not matter; recorded if the result matters to an outer transform."""
    used = [(t, s) for t, s in zip(outs, seeds, strict=True) if t.requires_grad]
    create = modes.current().grad and any(leads_out(t) or (s is not None and s.requires_grad) for t, s in used)
    found = [None] * len(variables)
    if used:
        ts, ss = zip(*used, strict=True)
        found = autograd.grad(ts, variables, ss, retain_graph=True, create_graph=create, allow_unused=True)
    return [zeros_like(v) if g is None else settle(g) for g, v in zip(found, variables, strict=True)]


def split_aux(result, has_aux: bool, api: str) -> tuple:
    if not has_aux:
        return result, None
    if not (isinstance(result, tuple) and len(result) == 2):
        raise RuntimeError(f"{api}: output of function f should be a tuple: (output, aux) if has_aux is True")
    return result


def settled(tree):
    """Every tensor of a tree as it leaves the transform; TypeError's cousin for what is no tensor."""

    def leave(t):
        if not isinstance(t, Tensor):
            raise RuntimeError(
                f"Expected tensors, got unsupported type {type(t)}: a transform can hand out tensors only"
            )
        return settle(t)

    return map_tree(leave, tree)


def positions(argnums, count: int) -> tuple:
    """`argnums` as places among `count` arguments."""
    many = argnums if isinstance(argnums, tuple) else (argnums,)
    if not isinstance(argnums, (int, tuple)):
        raise RuntimeError(f"argnums must be int or Tuple[int, ...], got: {type(argnums)}")
    for k in many:
        if not isinstance(k, int):
            raise RuntimeError(f"argnum must be int, got: {type(k)}")
        if not -count <= k < count:
            raise RuntimeError(f"Got argnum={k}, but only {count} positional inputs")
    many = tuple(k % count for k in many)
    if not many:
        raise RuntimeError("argnums must be non-empty")
    if len(set(many)) != len(many):
        raise RuntimeError(f"argnums elements must be unique, got {argnums}")
    return many


def chosen(args: tuple, argnums):
    """The argument, or tuple of arguments, that `argnums` names."""
    picked = tuple(args[k] for k in positions(argnums, len(args))) if args or argnums != () else ()
    return picked if isinstance(argnums, tuple) else picked[0]


def replaced(args: tuple, argnums, values) -> list:
    """The arguments with others in the places that `argnums` names."""
    new = list(args)
    values = values if isinstance(argnums, tuple) else (values,)
    for k, value in zip(positions(argnums, len(args)) if args else (), values, strict=True):
        new[k] = value
    return new


def units(t: Tensor):
    """The unit tensors of the shape of `t`, one after the other."""
    for k in range(t._array.size):
        unit = np.zeros_like(t._array, order="C")
        unit.reshape(-1)[k] = 1
        yield wrap(unit)


def stacked(rows: list, out: Tensor, arguments):
    """The Jacobian of one output, a tree like the arguments, from one gradient for each of its elements."""
    leaves, structure = flatten(arguments)
    columns = zip(*[flatten(row)[0] for row in rows], strict=True) if rows else [()] * len(leaves)
    blocks = []
    for column, x in zip(columns, leaves, strict=True):
        shape = (*out.shape, *x.shape)
        blocks.append(ops.reshape(ops.stack(column), shape) if column else wrap(np.zeros(shape, x._array.dtype)))
    return unflatten(blocks, structure)
