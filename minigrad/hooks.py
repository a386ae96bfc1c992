"""Hooks around nodes and leaves, and anomaly mode: off the fast path, only nodes that have some come here."""

import functools
import warnings

import numpy as np

from . import errors, modes, ops
from .errors import require
from .fitting import fit
from .node import AccumulateGrad, Node, NodeExtra
from .tensor import Tensor, shared_counter, wrap


@modes.kept
def run_node(node: Node, g, create: bool, plan):
    """Tensor hooks, pre hooks, the node itself, post hooks: the gradients for its edges.

    No gradient at all when the walk has targets and none lies below.
    """
    extra, several = node.extra, node.several
    gs = list(g) if several else [g]
    needed = plan is None or plan.needed is None or node in plan.needed
    if needed and plan is not None:
        capture(plan, node, gs)  # of a node that runs: what arrives, before the hooks
    if extra is not None:
        for nr in sorted(extra.tensor.keys() | extra.retain.keys()):
            gs[nr] = run_tensor_hooks(extra, nr, gs[nr], create)
    if not needed:
        capture(plan, node, gs)
        return ()
    if extra is not None and extra.pre:
        gs = run_hooks(extra.pre, gs, create)
    run = node.vjp if extra is None or extra.stack is None else functools.partial(watched, node, extra.stack)
    grads = wanted(node, run(gs if several else gs[0], create), plan)
    if extra is None or not extra.post:
        return grads
    grads = [d if d is None or e is None else fit(d, e, node) for e, d in zip(node.edges, grads, strict=True)]
    return run_hooks(extra.post, grads, create, tuple(map(as_tensor, gs)))


def wanted(node: Node, grads, plan):
    """Only the gradients that lead to a target, of those that declared operations compute."""
    if plan is None or plan.needed is None or not node.fresh:
        return grads
    return [None if e is None or plan.skips(e.node) else d for e, d in zip(node.edges, grads, strict=True)]


def capture(plan, node: Node, gs: list) -> None:
    """Keep what arrives at a node for those of its outputs that are targets."""
    for nr, value in enumerate(gs if plan.captured is not None and node in plan.ends else ()):
        if (node, nr) in plan.captured:
            plan.captured[node, nr] = value


@modes.kept
def run_leaf(leaf: AccumulateGrad, g, create: bool, plan) -> None:
    """Hooks, then the gradient is captured or added to `.grad`, then hooks again."""
    extra = leaf.extra = leaf.variable._meta.extra
    if extra is not None and extra.tensor:
        g = own(run_tensor_hooks(extra, 0, g, create))
    if plan is not None and plan.captured is not None:
        capture(plan, leaf, [g])
        return
    if extra is not None and extra.pre:
        g = own(run_hooks(extra.pre, [g], create)[0])
    if g is not None:
        accumulate(leaf.variable, g, create)
    if extra is not None:
        for hook in list(extra.post_accumulate.values()):
            require(hook(leaf.variable) is None, "Tensor post accumulate grad hooks should return None.")
    if extra is not None and extra.post:
        run_hooks(extra.post, (), create, (as_tensor(g),))


def own(g):
    """What hooks have seen they may have kept: the leaf takes a copy."""
    return g if g is None or isinstance(g, Tensor) else np.array(g)


def accumulate(variable: Tensor, g, create: bool) -> None:
    """Add `g` to `variable.grad`: in place, so that whoever holds the gradient sees it, unless it is recorded."""
    meta = variable._meta
    if not meta.requires_grad and not variable.requires_grad:  # no longer a leaf that wants one
        return
    before = meta.grad
    if create:
        meta.grad = ops.kept_gradient(g) if before is None else before + g
    elif before is None:
        meta.grad = wrap(g)
    else:
        shared_counter(before).increase("AccumulateGrad")
        before._array += g


def run_tensor_hooks(extra: NodeExtra, nr: int, g, create: bool):
    """The hooks of one tensor in their order, each on what the one before left; then the kept `.grad`."""
    hooks, value = list(extra.tensor.get(nr, {}).values()), as_tensor(g)
    for hook in hooks:
        value = replaced(hook, value, hook(value))
    keeper = extra.retain.get(nr)
    tensor = keeper and keeper()
    if tensor is not None and value is not None:
        meta = tensor._special()
        meta.grad = value.clone() if meta.grad is None else meta.grad + value
    return as_gradient(value, create) if hooks else g


def replaced(hook, old: Tensor | None, new) -> Tensor | None:
    """What a hook's answer makes of the gradient; None leaves it alone."""
    if new is None:
        return old
    kind, name = type(new).__name__, name_of(hook)
    advice = "return a tensor, or None to leave the gradient as it is"
    require(isinstance(new, Tensor), f"expected Variable, but hook returned '{kind}': {advice}", TypeError)
    require(old is not None, f"hook '{name}' can't replace a None gradient with a non-None value")
    assert old is not None
    types = f"was torch.{old.dtype.long_name}Tensor got torch.{new.dtype.long_name}Tensor"
    require(new.dtype == old.dtype, f"hook '{name}' has changed the type of value ({types})")
    sizes = f"was {list(old.shape)}, got {list(new.shape)}"
    require(new.shape == old.shape, f"hook '{name}' has changed the size of value ({sizes})")
    return new


def run_hooks(hooks: dict, values, create: bool, *more) -> list:
    """The hooks of a node in their order, each on what the one before left; it may return as many gradients or None,
    as a tuple, or a single one alone."""
    values = tuple(map(as_tensor, values))
    for hook in list(hooks.values()):
        new = hook(values, *more)
        if new is None:
            continue
        new = new if isinstance(new, tuple) else (new,)
        counts = f"(got {len(new)}, but expected {len(values)})"
        require(len(new) == len(values), f"hook '{name_of(hook)}' has returned an incorrect number of values {counts}")
        values = tuple(None if n is None else replaced(hook, o, n) for o, n in zip(values, new, strict=True))
    return [as_gradient(v, create) for v in values]


def name_of(hook) -> str:
    return getattr(hook, "__name__", type(hook).__name__)


def as_tensor(g) -> Tensor | None:
    return g if g is None or isinstance(g, Tensor) else wrap(g)


def as_gradient(value: Tensor | None, create: bool):
    return value if value is None or create else value._array


def watched(node: Node, stack: str, g, create: bool):
    """Run a node in anomaly mode: name the forward call behind an error or a nan."""
    try:
        grads = node.vjp(g, create)
        if modes.current().anomaly and modes.current().check_nan:
            made = f"its forward call was made{errors.at(node.code, node.lasti)}."
            for nr, d in enumerate(grads):
                nan = d is not None and np.isnan(d._array if isinstance(d, Tensor) else d).any()
                require(not nan, f"Function '{node.name()}' returned nan values in its {nr}th output: {made}")
    except Exception:
        if modes.current().anomaly:
            traceback = f"Traceback of forward call that caused the error:\n{stack}"
            warnings.warn(f"Error detected in {node.name()}. {traceback}", UserWarning, stacklevel=5)
        raise
    return grads
