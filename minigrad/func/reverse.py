"""Reverse transforms: `grad`, `vjp` and what is made of them.

The function runs on aliases of its inputs that require grad; `autograd.grad` does the rest. An alias of a tensor that
an enclosing transform tracks is recorded, and so is then the derivative: that is all there is to nesting.
"""

import functools

from .. import modes
from ..autograd.gradients import filled, pull, rows
from ..errors import require
from ..tensor import Tensor
from .levels import Level, Reverse, inside, leads_out, settle, variable
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
    return differentiated(func, argnums, has_aux, lambda run, g: (g, settled(run.aux)) if has_aux else g)


def grad_and_value(func, argnums=0, has_aux=False):
    """Like `grad`; the new function returns (gradient, value), or (gradient, (value, more)).

    >>> import minigrad as mg
    >>> mg.func.grad_and_value(lambda x: x ** 3)(mg.tensor(2.0))
    (tensor(12.), tensor(8.))
    """
    return differentiated(func, argnums, has_aux, lambda run, g: (g, run.leave() if has_aux else run.leave()[0]))


def differentiated(func, argnums, has_aux: bool, answer):
    """The function that runs one whose value is a number, and gives the `answer` of the run and its gradients."""

    @functools.wraps(func)
    def run_back(*args, **kwargs):
        api = "grad_and_value(f)(*args)"
        run = Run(api, func, args, argnums, has_aux, kwargs)
        value = run.value
        require(isinstance(value, Tensor), f"{api}: Expected f(*args) to return a Tensor, got {type(value)}")
        scalar = value.ndim == 0
        require(scalar, f"{api}: Expected f(*args) to return a scalar Tensor, got {value.ndim} dims: reduce it.")
        return answer(run, run.gradients(pull([value], None, run.variables, run.recorded([value]))))

    return run_back


def vjp(func, *primals, has_aux=False):
    """`func(*primals)` and the function that takes a gradient of it back to the primals: (value, pull).

    `pull(v)` returns a tuple, for each primal the product of v, of the value's shape, with the Jacobian; it may be
    called again. With `has_aux`, `func` returns (value, more) and the result is (value, pull, more).

    >>> import minigrad as mg
    >>> y, pull = mg.func.vjp(lambda x: x * x, mg.tensor([1.0, 2.0]))
    >>> pull(mg.tensor([1.0, 10.0]))
    (tensor([ 2., 40.]),)
    """
    run = Run(VJP, func, primals, None, has_aux)
    outs, structure = run.floats()

    def pullback(cotangents, retain_graph=True, create_graph=None):  # as PyTorch's; the values decide what is recorded
        seeds, like = flatten(cotangents)
        require(like == structure, "Expected pytree structure of cotangents to be the same as that of the outputs.")
        return run.gradients(pull(outs, seeds, run.variables, run.recorded([*outs, *seeds])))

    value, aux = run.leave()
    return (value, pullback, aux) if has_aux else (value, pullback)


def jacrev(func, argnums=0, *, has_aux=False, chunk_size=None, _preallocate_and_copy=False):
    """The function that computes the Jacobian of `func` by reverse mode: a `vmap` of the way back over unit vectors.

    Its shape is that of the value followed by that of the argument. A tree of values or arguments gives a tree of
    Jacobians, the values' outside. `chunk_size` is how many rows are found at once: fewer need less memory.

    >>> import minigrad as mg
    >>> mg.func.jacrev(lambda x: x * x)(mg.tensor([1.0, 2.0]))
    tensor([[2., 0.],
            [0., 4.]])
    """
    require(chunk_size is None or chunk_size > 0, "jacrev: `chunk_size` should be greater than 0.", ValueError)

    @functools.wraps(func)
    def jacobian(*args):
        run = Run(VJP, func, args, argnums, has_aux)
        outs, structure = run.floats()
        blocks = [run.gradients(rows(t, run.variables, run.recorded([t]), chunk_size), t.shape) for t in outs]
        answer = unflatten(blocks, structure)
        return (answer, run.leave()[1]) if has_aux else answer

    return jacobian


# --- what they share ---

VJP = "vjp(f, *primals)"


class Run:
    """One run of a function on variables, and the way back."""

    def __init__(self, api: str, func, args: tuple, argnums, has_aux: bool, kwargs: dict | None = None) -> None:
        level, self.has_aux = Reverse(), has_aux
        leaves, self.structure, put = select(args, argnums)
        self.variables = [variable(t, level) for t in leaves]
        with level, modes.enable_grad():
            result = func(*put(level, self.variables), **inside(level, kwargs or {}))
        self.value, self.aux = split_aux(result, has_aux, api)

    def floats(self) -> tuple[list, object]:
        """The outputs and their structure, of a function that may return anything made of floating tensors."""
        outs, structure = outputs(self.value, VJP)
        for t in outs:
            require(t.is_floating_point(), f"vjp(f, ...): All outputs of f must be floating-point, got {t.dtype}")
        return outs, structure

    def leave(self) -> tuple:
        """The value, and what else the function returned, as they leave the transform."""
        return settled((self.value, self.aux if self.has_aux else ()))

    def gradients(self, found, lead=()):
        """What was found for the variables, in the structure of the arguments; zeros where nothing leads."""
        return unflatten(map(settle, filled(found, self.variables, lead)), self.structure)

    def recorded(self, tensors) -> bool:
        """Whether gradients that come from these tensors matter to an outer transform, or to a leaf of the user's."""
        return modes.current().grad and any(map(leads_out, tensors))


def select(args: tuple, argnums) -> tuple:
    """The leaves of the arguments that `argnums` names (None: of all), their structure, and the function that puts
    others in their place inside a level."""
    places = tuple(range(len(args))) if argnums is None else positions(argnums, len(args))
    one = isinstance(argnums, int)
    leaves, structure = flatten(args[places[0]] if one else tuple(args[k] for k in places))

    def put(level: Level, values) -> list:
        picked = unflatten(values, structure)
        chosen = dict(zip(places, (picked,) if one else picked, strict=True))
        return [chosen[k] if k in chosen else inside(level, arg) for k, arg in enumerate(args)]

    return leaves, structure, put


def positions(argnums, count: int) -> tuple:
    """`argnums` as places among `count` arguments."""
    many = argnums if isinstance(argnums, tuple) else (argnums,)
    require(isinstance(argnums, (int, tuple)), f"argnums must be int or Tuple[int, ...], got: {type(argnums)}")
    for k in many:
        require(isinstance(k, int), f"argnum must be int, got: {type(k)}")
        require(-count <= k < count, f"Got argnum={k}, but only {count} positional inputs")
    places = tuple(k % count for k in many)
    require(places, "argnums must be non-empty")
    require(len(set(places)) == len(places), f"argnums elements must be unique, got {argnums}")
    return places


def split_aux(result, has_aux: bool, api: str) -> tuple:
    """The value and the rest of what a function returned."""
    pair = not has_aux or (isinstance(result, tuple) and len(result) == 2)
    require(pair, f"{api}: output of function f should be a tuple: (output, aux) if has_aux is True")
    return result if has_aux else (result, None)


def outputs(value, api: str) -> tuple[list, object]:
    """The tensors a function has returned, and their structure."""
    outs, structure = flatten(value)
    some = outs and outs[0] is not None
    require(some, f"{api}: Expected f to be a function that has non-empty output, and it returns nothing")
    for t in outs:
        require(isinstance(t, Tensor), f"{api}: expected f(*primals) to return only tensors, got {type(t)}")
    return outs, structure


def settled(tree):
    """Every tensor of a tree as it leaves the transform."""

    def leave(t):
        require(isinstance(t, Tensor), f"Expected tensors, got unsupported type {type(t)} as a result of a transform")
        return settle(t)

    return map_tree(leave, tree)
