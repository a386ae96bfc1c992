"""Hooks around nodes and leaves, and anomaly mode: off the fast path, only nodes that have some come here."""

from __future__ import annotations

import warnings

import numpy as np

from . import engine, errors, modes, ops
from .node import AccumulateGrad, Node, NodeExtra
from .tensor import Tensor, shared_counter, wrap


def run_node(node: Node, g, create: bool, plan):
    """Tensor hooks, pre hooks, the node itself, post hooks: the gradients for its edges.

    None when the walk has targets and none lies below.
    """
    extra, several = node.extra, node.several
    gs = list(g) if several else [g]
    needed = plan is None or plan.needed is None or node in plan.needed
    if needed and plan is not None and plan.captured is not None:
        capture(plan, node, gs)  # of a node that runs: what arrives, before the hooks
    if extra is not None:
        for nr in sorted(extra.tensor.keys() | extra.retain.keys()):
            gs[nr] = run_tensor_hooks(extra, nr, gs[nr], create)
    if not needed:
        if plan.captured is not None:
            capture(plan, node, gs)
        return None
    if extra is None:
        return wanted(node, node.vjp(gs if several else gs[0], create), plan)
    if extra.pre:
        gs = run_pre_hooks(extra.pre, gs, create)
    grads = watched(node, gs, create) if extra.stack is not None else node.vjp(gs if several else gs[0], create)
    grads = wanted(node, grads, plan)
    if not extra.post:
        return grads
    grads = [d if d is None or e is None else engine.fit(d, e, node) for e, d in zip(node.edges, grads, strict=True)]
    return run_post_hooks(extra.post, grads, gs, create)


def wanted(node: Node, grads, plan):
    """Only the gradients that lead to a target, of those that declared operations compute."""
    if plan is None or plan.needed is None or not node.fresh:
        return grads
    return [None if e is None or plan.skips(e.node) else d for e, d in zip(node.edges, grads, strict=True)]


def capture(plan, node: Node, gs: list) -> None:
    for nr, value in enumerate(gs):
        if (node, nr) in plan.captured:
            plan.captured[node, nr] = value


def run_leaf(leaf: AccumulateGrad, g, create: bool, plan) -> None:
    """Hooks, then the gradient is captured or added to `.grad`, then hooks again."""
    extra = leaf.extra = leaf.variable._meta.extra
    if extra is not None and extra.tensor:
        g = own(run_tensor_hooks(extra, 0, g, create))
    if plan is not None and plan.captured is not None:
        if (leaf, 0) in plan.captured:
            plan.captured[leaf, 0] = g
        return
    if extra is not None and extra.pre:
        g = own(run_pre_hooks(extra.pre, [g], create)[0])
    if g is not None:
        accumulate(leaf.variable, g, create)
    if extra is not None:
        for hook in list(extra.post_accumulate.values()):
            if hook(leaf.variable) is not None:
                raise RuntimeError("Tensor post accumulate grad hooks should return None.")
    if extra is not None and extra.post:
        run_post_hooks(extra.post, (), [g], create)


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
    name = getattr(hook, "__name__", type(hook).__name__)
    if not isinstance(new, Tensor):
        raise TypeError(
            f"expected Variable, but hook returned '{type(new).__name__}': return a tensor, or None "
            "to leave the gradient as it is"
        )
    if old is None:
        raise RuntimeError(f"hook '{name}' can't replace a None gradient with a non-None value")
    if new.dtype != old.dtype:
        raise RuntimeError(
            f"hook '{name}' has changed the type of value (was torch.{old.dtype.long_name}Tensor got "
            f"torch.{new.dtype.long_name}Tensor)"
        )
    if new.shape != old.shape:
        raise RuntimeError(
            f"hook '{name}' has changed the size of value (was {list(old.shape)}, got {list(new.shape)})"
        )
    return new


def run_pre_hooks(hooks: dict, gs: list, create: bool) -> list:
    values = tuple(map(as_tensor, gs))
    for hook in list(hooks.values()):
        values = merged(hook, values, hook(values))
    return [as_gradient(v, create) for v in values]


def run_post_hooks(hooks: dict, grads, gs: list, create: bool) -> list:
    inputs, outputs = tuple(map(as_tensor, grads)), tuple(map(as_tensor, gs))
    for hook in list(hooks.values()):
        inputs = merged(hook, inputs, hook(inputs, outputs))
    return [as_gradient(v, create) for v in inputs]


def merged(hook, old: tuple, new) -> tuple:
    """A node hook's answer: a gradient or None for each, as a tuple, or alone when there is one."""
    if new is None:
        return old
    new = new if isinstance(new, tuple) else (new,)
    if len(new) != len(old):
        name = getattr(hook, "__name__", type(hook).__name__)
        raise RuntimeError(
            f"hook '{name}' has returned an incorrect number of values (got {len(new)}, but expected {len(old)})"
        )
    return tuple(None if n is None else replaced(hook, o, n) for o, n in zip(old, new, strict=True))


def as_tensor(g) -> Tensor | None:
    return g if g is None or isinstance(g, Tensor) else wrap(g)


def as_gradient(value: Tensor | None, create: bool):
    return value if value is None or create else value._array


def watched(node: Node, gs: list, create: bool):
    """Run a node in anomaly mode: name the forward call behind an error or a nan."""
    try:
        grads = node.vjp(gs if node.several else gs[0], create)
        if modes.current().anomaly and modes.current().check_nan:
            for nr, d in enumerate(grads):
                if d is not None and np.isnan(d._array if isinstance(d, Tensor) else d).any():
                    raise RuntimeError(
                        f"Function '{node.name()}' returned nan values in its {nr}th output: its "
                        f"forward call was made{errors.at(node.code, node.lasti)}."
                    )
    except Exception:
        if modes.current().anomaly:
            warnings.warn(
                f"Error detected in {node.name()}. Traceback of forward call that caused the error:\n"
                f"{node.extra.stack}",
                UserWarning,
                stacklevel=5,
            )
        raise
    return grads
