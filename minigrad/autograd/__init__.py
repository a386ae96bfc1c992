"""Gradients: `backward`, `grad`, custom functions, checks."""

from __future__ import annotations

import numpy as np

from .. import engine, errors, modes
from ..tensor import Tensor, gradient_edge, wrap
from . import function
from .function import Function

__all__ = ["Function", "backward", "function", "grad", "gradcheck", "gradgradcheck"]


def backward(tensors, grad_tensors=None, retain_graph=None, create_graph=False, grad_variables=None, inputs=None):
    """Add to the `.grad` of every leaf below `tensors` the derivative of their sum, weighted by `grad_tensors`."""
    roots = (tensors,) if isinstance(tensors, Tensor) else tuple(tensors)
    seeds = (grad_tensors,) if isinstance(grad_tensors, Tensor) or grad_tensors is None else tuple(grad_tensors)
    if grad_tensors is None:
        seeds = (None,) * len(roots)
    if inputs is not None:
        inputs = (inputs,) if isinstance(inputs, Tensor) else tuple(inputs)
        if not inputs:
            raise RuntimeError("`inputs` argument to `backward()` cannot be empty: leave it out to mean all leaves.")
    edges, gradients = starts(roots, seeds)
    keep = create_graph if retain_graph is None else retain_graph
    if inputs is None:
        engine.run(edges, gradients, keep, create_graph)


def grad(outputs, inputs, grad_outputs=None, retain_graph=None, create_graph=False, allow_unused=None,
         is_grads_batched=False, materialize_grads=False):
    """The derivatives of the sum of `outputs`, weighted by `grad_outputs`, for each of `inputs`: a tuple.

    Leaves `.grad` alone. An input that the outputs do not depend on is an error, None with `allow_unused`, zeros
    with `materialize_grads`.

    >>> import minigrad as mg
    >>> x = mg.tensor(3.0, requires_grad=True)
    >>> mg.autograd.grad(x * x, x)
    (tensor(6.),)
    """
    roots = (outputs,) if isinstance(outputs, Tensor) else tuple(outputs)
    targets = (inputs,) if isinstance(inputs, Tensor) else tuple(inputs)
    if materialize_grads and allow_unused is False:
        raise ValueError("Expected allow_unused to be True or not passed when materialize_grads=True, but got: "
                         "allow_unused=False.")
    seeds = (grad_outputs,) if isinstance(grad_outputs, Tensor) else (
        (None,) * len(roots) if grad_outputs is None else tuple(grad_outputs))
    edges, gradients = starts(roots, seeds)
    ends = [gradient_edge(t) for t in targets]
    if any(e is None for e in ends):
        raise RuntimeError("One of the differentiated Tensors does not require grad")
    keys = [(e.node, e.nr) for e in ends]
    keep = create_graph if retain_graph is None else retain_graph
    captured = engine.run(edges, gradients, keep, create_graph, keys)
    out = []
    for k, (t, key) in enumerate(zip(targets, keys, strict=True)):
        g = captured[key]
        if g is None and materialize_grads:
            g = np.zeros_like(t._array)
        elif g is None and not allow_unused:
            raise RuntimeError(f"The differentiated Tensor at index {k} appears to not have been used in the graph. "
                               "Set allow_unused=True if this is the desired behavior.")
        out.append(g if g is None or isinstance(g, Tensor) else wrap(g))
    return tuple(out)


def starts(roots, seeds):
    """The edges a walk starts from and the gradients it starts with."""
    edges, gradients = [], []
    for k, (t, g) in enumerate(zip(roots, seeds, strict=True)):
        edge = gradient_edge(t)
        if edge is None:
            raise RuntimeError(f"element {k} of tensors does not require grad and does not have a grad_fn")
        if g is None:
            if t._array.size != 1:
                raise RuntimeError("grad can be implicitly created only for scalar outputs: this one has shape "
                                   f"{list(t.shape)}; pass a gradient of that shape, or reduce it, say with .sum()")
            g = wrap(np.ones_like(t._array))
        elif g._array.shape != t._array.shape:
            raise RuntimeError(f"Mismatch in shape: grad_output[{k}] has a shape of {g.shape} and output[{k}] has a "
                               f"shape of {t.shape}.")
        edges.append(edge)
        gradients.append(g)
    return edges, gradients


from ..gradcheck import gradcheck, gradgradcheck  # noqa: E402
