"""Derivatives of a function at a point, for functions of a tensor or a tuple of tensors.

The older relative of `minigrad.func`: it calls with the point at once, and results have a history only when
`create_graph` asks for it. With `strict`, an output that does not depend on an input is an error instead of a zero.
"""

from .. import modes, ops
from ..errors import require
from ..func import batched, forward, reverse
from ..func.trees import flatten
from ..tensor import Tensor
from . import forward_ad
from .gradients import filled, pull, rows

__all__ = ["hessian", "hvp", "jacobian", "jvp", "vhp", "vjp"]


def vjp(func, inputs, v=None, create_graph=False, strict=False):
    """`func(*inputs)` and v^T J, a tensor or tuple like `inputs`. `v` is like the output; 1 if that has one element.

    >>> import minigrad as mg
    >>> mg.autograd.functional.vjp(lambda x: x * x, mg.tensor([1.0, 2.0]), mg.tensor([1.0, 10.0]))
    (tensor([1., 4.]), tensor([ 2., 40.]))
    """
    return product("vjp", func, inputs, v, create_graph, strict)


def jvp(func, inputs, v=None, create_graph=False, strict=False):
    """`func(*inputs)` and J v, a tensor or tuple like the output. `v` is like `inputs`; 1 if that has one element.

    >>> import minigrad as mg
    >>> mg.autograd.functional.jvp(lambda x: x * x, mg.tensor([1.0, 2.0]), mg.tensor([1.0, 10.0]))
    (tensor([1., 4.]), tensor([ 2., 40.]))
    """
    return product("jvp", func, inputs, v, create_graph, strict)


def vhp(func, inputs, v=None, create_graph=False, strict=False):
    """The scalar `func(*inputs)` and v^T H, a tensor or tuple like `inputs`.

    >>> import minigrad as mg
    >>> mg.autograd.functional.vhp(lambda x: (x ** 3).sum(), mg.tensor([1.0, 2.0]), mg.tensor([1.0, 1.0]))
    (tensor(9.), tensor([ 6., 12.]))
    """
    return product("vhp", func, inputs, v, create_graph, strict)


def hvp(func, inputs, v=None, create_graph=False, strict=False):
    """The scalar `func(*inputs)` and H v. H is symmetric, so `vhp` gives the same for less; this transposes twice.

    >>> import minigrad as mg
    >>> mg.autograd.functional.hvp(lambda x: (x ** 3).sum(), mg.tensor([1.0, 2.0]), mg.tensor([1.0, 1.0]))
    (tensor(9.), tensor([ 6., 12.]))
    """
    return product("hvp", func, inputs, v, create_graph, strict)


def product(api: str, func, inputs, v, create_graph: bool, strict: bool):
    """The value of the function and a vector times its Jacobian, or for "vhp" and "hvp" its Hessian.

    v^T J is one walk back. J v takes two: it is the derivative of J^T u, which is linear in u, with respect to u.
    """
    with modes.enable_grad():
        many, xs = variables(api, inputs, create_graph)
        v = v if api == "vjp" else direction(api, v, xs, many, create_graph)
        many_outs, values = outputs(api, func(*xs), strict, api in ("vhp", "hvp"))
        v = direction(api, v, values, many_outs, create_graph) if api == "vjp" else v
        outs, ends = values, xs
        if api in ("vhp", "hvp"):
            outs = pull(values, None, xs, True)
            demand(strict, outs, UNUSED, LINEAR)
        if api in ("jvp", "hvp"):
            ends = tuple(ops.common.zeros(t).requires_grad_() for t in (values if api == "jvp" else xs))
            outs = pull(outs, ends, xs, True)
            demand(strict and api == "jvp", outs, UNUSED)
    with modes.set_grad_enabled(create_graph or modes.current().grad):
        found = pull(outs, v, ends, create_graph)
        flat = "jacobian" if api in ("vjp", "jvp") else "hessian"
        demand(strict, found, INDEPENDENT[api], create_graph and f"The {flat} of {INPUT}")
    found = answer(filled(found, ends), many_outs if api == "jvp" else many, create_graph)
    return answer(values, many_outs, create_graph), found


def jacobian(func, inputs, create_graph=False, strict=False, vectorize=False, strategy="reverse-mode"):
    """The Jacobian, of the output's shape followed by the input's; nested tuples for tuples, outputs outside.

    With `vectorize` all rows are found in one walk, a `vmap`, else each in its own; with it, `strategy` may be
    "forward-mode", which finds all columns in one run.

    >>> import minigrad as mg
    >>> mg.autograd.functional.jacobian(lambda x: x * x, mg.tensor([1.0, 2.0]))
    tensor([[2., 0.],
            [0., 4.]])
    """
    check_strategy(strategy, create_graph, strict, vectorize)
    if strategy == "forward-mode":
        return jacobian_forward(func, inputs)
    blocks = []
    with modes.enable_grad():
        many, xs = variables("jacobian", inputs, create_graph)
        many_outs, outs = outputs("jacobian", func(*xs), strict)
        for i, out in enumerate(outs):
            found = rows(out, xs, create_graph, None if vectorize else 0)
            demand(strict, found, f"Output {i} of {INPUT}", create_graph and f"The jacobian of {INPUT}")
            blocks.append(answer(filled(found, xs, out.shape), many, create_graph))
    return answer(tuple(blocks), many_outs)


def jacobian_forward(func, inputs):
    """The Jacobian column by column."""
    xs = as_tensors(inputs, "inputs", "jacobian")[1]

    def push(*tangents):
        with forward_ad.dual_level():
            many, outs = as_tensors(func(*map(forward_ad.make_dual, xs, tangents)), "outputs", None)
            return answer(filled([forward_ad.unpack_dual(t).tangent for t in outs], outs), many)

    return forward.columns(push, *flatten(inputs), kind=batched.Unit)


def check_strategy(strategy: str, create_graph: bool, strict: bool, vectorize: bool) -> None:
    """Refuse what cannot be combined."""
    known, forward = strategy in ("forward-mode", "reverse-mode"), strategy == "forward-mode"
    require(known, 'Expected strategy to be either "forward-mode" or "reverse-mode".', AssertionError)
    name, other = "torch.autograd.functional.jacobian:", '`strategy="forward-mode"` are not supported together.'
    graph = f"{name} `create_graph=True` and {other} func.jacfwd can be differentiated."
    require(not (forward and create_graph), graph, NotImplementedError)
    require(not (forward and strict), f"{name} `strict=True` and {other}")
    alone = "Computing Jacobian using forward-AD is only implemented for `vectorize=True`."
    require(vectorize or not forward, alone, NotImplementedError)
    require(not (vectorize and strict), f"{name} `strict=True` and `vectorized=True` are not supported together.")


def hessian(func, inputs, create_graph=False, strict=False, vectorize=False, outer_jacobian_strategy="reverse-mode"):
    """The second derivatives of a function with one element: the Jacobian of its gradient.

    >>> import minigrad as mg
    >>> mg.autograd.functional.hessian(lambda x: (x ** 3).sum(), mg.tensor([1.0, 2.0]))
    tensor([[ 6.,  0.],
            [ 0., 12.]])
    """
    many, xs = as_tensors(inputs, "inputs", "hessian")

    def scalar(*xs):
        return ops.squeeze(outputs("hessian", func(*xs), strict, True)[1][0])

    def gradient(*xs):
        slopes = jacobian(scalar, xs, create_graph=True)
        demand(strict, slopes, "", LINEAR)
        return slopes

    if outer_jacobian_strategy == "forward-mode":
        gradient = reverse.jacrev(scalar, tuple(range(len(xs))))
    found = jacobian(gradient, xs, create_graph, strict, vectorize, outer_jacobian_strategy)
    return found if many else found[0][0]


# --- what they share ---


def variables(api: str, inputs, create_graph: bool) -> tuple[bool, tuple]:
    """The inputs as tensors that require grad; in their own graph only if the result is to have one."""
    many, xs = as_tensors(inputs, "inputs", api)
    return many, tuple(x.view_as(x) if create_graph and x.requires_grad else x.detach().requires_grad_() for x in xs)


def outputs(api: str, result, strict: bool, number: bool = False) -> tuple[bool, tuple]:
    """What the function has returned, as tensors; RuntimeError unless that is one number, where it has to be."""
    many, outs = as_tensors(result, "outputs of the user-provided function", api)
    demand(strict, outs, "", "Output {k} of the user-provided function does not require gradients.")
    require(not (number and many), f"The function given to {api} should return a single Tensor")
    one = not number or outs[0].numel() == 1
    require(one, f"The Tensor returned by the function given to {api} should contain a single element")
    return many, outs


def as_tensors(value, name: str, api: str | None) -> tuple[bool, tuple]:
    """Whether `value` is a tuple, and the tuple; TypeError for anything but tensors."""
    many = isinstance(value, tuple)
    values = value if many else (value,)
    for t in values:
        wrong = f"The {name} given to {api} must be either a Tensor or a tuple of Tensors, not {type(t)}."
        require(isinstance(t, Tensor), wrong, TypeError)
    return many, values


def direction(api: str, v, like: tuple, many: bool, create_graph: bool) -> tuple | None:
    """`v` as a tuple of the shapes of `like`; None for a single 1."""
    if v is None:
        which = "user-provided function returns" if api == "vjp" else "input to the user-provided function is"
        alone = len(like) == 1 and like[0].numel() == 1
        require(alone, f"The vector v can only be None if the {which} a single Tensor with a single element.")
        return None
    vs = as_tensors(v, "v", api)[1]
    wrong = f"v is a tuple of invalid length: should be {len(like)} but got {len(vs)}."
    require(len(vs) == len(like), wrong if many else "The given v should contain a single Tensor.")
    for k, (a, b) in enumerate(zip(vs, like, strict=True)):
        entry = f"Entry {k} in " if many else ""
        require(a.shape == b.shape, f"{entry}v has invalid size: should be {b.shape} but got {a.shape}.")
    return tuple(a.view_as(a) if create_graph and a.requires_grad else a.detach() for a in vs)


def answer(values: tuple, many: bool, create_graph: bool = True):
    """What is returned: a tuple or its only element, with a history if that is asked for."""
    values = values if create_graph else tuple(t.detach() for t in values)
    return values if many else values[0]


INPUT = "the user-provided function is independent of input {k}."
UNUSED = f"The output of {INPUT}"
LINEAR = "While computing the hessian, found that the jacobian with respect to input {k} does not depend on the inputs."
INDEPENDENT = {
    "vjp": UNUSED,
    "jvp": "The gradient with respect to the input is independent of entry {k} of its weights.",
    "vhp": f"The jacobian of {INPUT}",
    "hvp": f"The hessian of {INPUT}",
}


def demand(strict: bool, tensors, unused: str, constant: str | bool = False) -> None:
    """In strict mode, RuntimeError for what is None; and with the other message, for what has no history."""
    for k, t in enumerate(tensors if strict else ()):
        message = unused if t is None else constant if not t.requires_grad else ""
        require(not message, f"{str(message).format(k=k)} This is not allowed in strict mode.")
