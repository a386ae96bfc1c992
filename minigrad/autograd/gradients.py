"""`backward` and `grad`: from what they are asked to a walk of the engine, and what transforms need besides."""

import warnings

import numpy as np

from .. import dtypes, engine, errors, modes, ops
from ..node import Node, Port
from ..tensor import Tensor, gradient_edge, look, wrap
from .graph import GradientEdge


def backward(tensors, grad_tensors=None, retain_graph=None, create_graph=False, grad_variables=None, inputs=None):
    """Add to the `.grad` of every leaf below `tensors` the derivative of their sum, weighted by `grad_tensors`.

    `grad_tensors` may be left out for tensors of one element. With `inputs`, only these tensors, leaves or not,
    receive gradients. A `GradientEdge` may stand for a tensor anywhere.

    >>> import minigrad as mg
    >>> x = mg.tensor(3.0, requires_grad=True)
    >>> mg.autograd.backward([x * x, 2 * x])
    >>> x.grad
    tensor(8.)
    """
    look(None, "backward")
    loss = type(tensors) is Tensor and tensors._array.size == 1 and grad_tensors is inputs is None and not create_graph
    if loss and (edge := gradient_edge(tensors)) is not None:  # the usual case, without the questions below
        engine.run([edge], [seed(edge, None, False)], bool(retain_graph), False)
        return
    roots, targets = as_tuple(tensors), None if inputs is None else as_tuple(inputs)
    errors.require(targets != (), "`inputs` argument to `backward()` cannot be empty: leave it out to mean all leaves.")
    edges, gradients = starts(roots, grad_tensors, create_graph)
    keep = create_graph if retain_graph is None else retain_graph
    if create_graph:
        cycle = "Using backward() with create_graph=True will create a reference cycle between a leaf and its gradient"
        warnings.warn(f"{cycle}. Prefer autograd.grad, or set .grad to None after use.", UserWarning, stacklevel=3)
    ends = None if targets is None else places_of(targets)
    for t, (node, _) in zip(targets or (), ends or (), strict=True):
        if node.sequence and isinstance(t, Tensor):
            t.retain_grad()
    engine.run(edges, gradients, keep, create_graph, ends, accumulate=True)


def grad(
    outputs,
    inputs,
    grad_outputs=None,
    retain_graph=None,
    create_graph=False,
    allow_unused=None,
    is_grads_batched=False,
    materialize_grads=False,
):
    """The derivatives of the sum of `outputs`, weighted by `grad_outputs`, for each of `inputs`: a tuple.

    Leaves `.grad` alone. A `GradientEdge` may stand for a tensor anywhere. An input that the outputs do not depend on
    is an error, None with `allow_unused`, zeros with `materialize_grads`. With `is_grads_batched` the weights have one
    more dimension in front, and so do the results: one walk for all, as by `vmap`.

    >>> import minigrad as mg
    >>> x = mg.tensor(3.0, requires_grad=True)
    >>> mg.autograd.grad(x * x, x)
    (tensor(6.),)
    """
    clear = "Expected allow_unused to be True or not passed when materialize_grads=True, but it is False."
    errors.require(not materialize_grads or allow_unused is not False, clear, ValueError)
    level = modes.current().level
    errors.require(level is None or level.tracks, lost(0))
    keep = create_graph if retain_graph is None else retain_graph
    roots, targets = as_tuple(outputs), as_tuple(inputs)
    errors.require(targets, "grad requires non-empty inputs.", ValueError)
    walk = batched if is_grads_batched else walked
    return walk(roots, targets, grad_outputs, keep, create_graph, allow_unused, materialize_grads)


def walked(roots, targets, seeds, keep: bool, create_graph: bool, allow_unused, materialize_grads=False) -> tuple:
    """`grad`, its arguments in order."""
    edges, gradients = starts(roots, seeds, create_graph)
    ends = places_of(targets)
    captured = engine.run(edges, gradients, keep, create_graph, ends)
    assert captured is not None  # as there are targets
    found = [captured[end] for end in ends]
    for k, g in enumerate(found):
        if g is None and materialize_grads:
            whose = "materialize_grads cannot be used when the given input is a GradientEdge: it knows no shape"
            errors.require(isinstance(targets[k], Tensor), whose)
            found[k] = ops.common.zeros(targets[k])
            found[k]._special().requires_grad = create_graph
        elif g is None and not allow_unused:
            why = f"The differentiated Tensor at index {k} appears to not have been used in the graph."
            raise RuntimeError(f"{why} Set allow_unused=True if this is the desired behavior.")
    return tuple(g if g is None or isinstance(g, Tensor) else wrap(g) for g in found)


def batched(roots, targets, seeds, keep, create, allow_unused, materialize=False) -> tuple:
    """`grad` for all rows of the seeds in one walk, which is a `vmap` of it."""
    from ..func.batched import Unit  # not before transforms are asked for

    seeds = as_tuple(seeds)
    level = Unit(seeds[0]._array.shape[0])
    rows = [None if s is None else level.face(s) for s in seeds]
    with level:
        found = walked(roots, targets, rows, keep, create, allow_unused, materialize)
    return tuple(None if g is None else level.full(g) for g in found)


def pull(outs, seeds, xs, create_graph: bool, is_grads_batched: bool = False) -> tuple:
    """`grad` for transforms: outputs without a history are passed over, unused inputs None, the graph stays."""
    pairs = zip(outs, seeds or (None,) * len(outs), strict=True)
    used = [(t, s) for t, s in pairs if t is not None and t.requires_grad]
    if not used:
        return (None,) * len(xs)
    outs, seeds = zip(*used, strict=True)
    return (batched if is_grads_batched else walked)(outs, as_tuple(xs), seeds, True, create_graph, True)


def rows(out: Tensor, xs, create_graph: bool, chunk_size: int | None = None) -> list:
    """The Jacobians of one output, of its shape followed by that of an input; None for inputs it does not need.

    `chunk_size` is how many rows are found in one walk; all of them if it is None, one without `vmap` if it is 0.
    """
    size = out._array.size
    if not size:
        return [None] * len(xs)
    one_by_one = size == 1 or chunk_size == 0
    parts: list = [None] if size == 1 else basis([out])
    if size > 1 and chunk_size is not None:
        parts = parts[0].unbind() if one_by_one else ops.split(parts[0], chunk_size)
    columns = zip(*[pull((out,), (part,), xs, create_graph, not one_by_one) for part in parts], strict=True)
    join = ops.stack if one_by_one else ops.cat
    found = [None if c[0] is None else c[0] if len(c) == 1 else join(c) for c in columns]
    return [None if g is None else ops.reshape(g, (*out.shape, *x.shape)) for g, x in zip(found, xs, strict=True)]


def basis(tensors) -> list:
    """The unit vectors of all these tensors taken together, for each its part of them, along a new first dimension."""
    ends = np.cumsum([0, *[t._array.size for t in tensors]]).tolist()
    arrays = [np.eye(ends[-1], t._array.size, -k, t._array.dtype) for t, k in zip(tensors, ends, strict=False)]
    return [wrap(a.reshape(ends[-1], *t._array.shape)) for a, t in zip(arrays, tensors, strict=True)]


def filled(found, xs, lead=()) -> tuple:
    """Zeros of the shape `lead` followed by that of `x` for those gradients that are None."""
    return tuple(ops.common.zeros(x, (*lead, *x.shape)) if g is None else g for g, x in zip(found, xs, strict=True))


def as_tuple(tensors) -> tuple:
    return (tensors,) if isinstance(tensors, (Tensor, GradientEdge)) else tuple(tensors)


def edge_of(t):
    """The engine's edge of a tensor or of a GradientEdge."""
    wrong = f"all inputs have to be Tensors or GradientEdges, but got {type(t).__name__}"
    errors.require(isinstance(t, (Tensor, GradientEdge)), wrong)
    if isinstance(t, Tensor):
        return gradient_edge(t)
    return t.ownership_token or (Port(t.node, t.output_nr, (), None) if t.node.several else t.node)


def places_of(targets: tuple) -> list:
    """Node and output number where gradients of these tensors arrive; none does at a view of a tracked tensor that was
    made under no_grad."""
    edges = list(map(edge_of, targets))
    for t, edge in zip(targets, edges, strict=True):
        errors.require(edge is not None or t.requires_grad, "One of the differentiated Tensors does not require grad")
    return [(Node(), 0) if e is None else (e.node, e.nr) for e in edges]


def starts(roots: tuple, seeds, create: bool) -> tuple[list, list]:
    """The edges a walk starts from and the gradients it starts with."""
    seeds = (None,) * len(roots) if seeds is None else as_tuple(seeds)
    errors.require(len(seeds) == len(roots), f"got {len(roots)} tensors and {len(seeds)} gradients")
    edges = []
    for k, (t, g) in enumerate(zip(roots, seeds, strict=True)):
        edge = edge_of(t)
        shape = dtypes.Size(t._array.shape if edge is None else edge.shape)
        if g is None and edge is not None and shape.numel() != 1:
            advice = "pass a gradient of that shape, or reduce it, say with .sum()"
            why = f"grad can be implicitly created only for scalar outputs: this has shape {list(shape)}; {advice}"
            raise RuntimeError(why)
        if g is not None and not isinstance(g, Tensor):
            raise TypeError(f"gradients can be either Tensors or None, but got {type(g).__name__}")
        if g is not None and g._array.shape != shape:
            shapes = f"grad_output[{k}] has a shape of {g.shape} and output[{k}] has a shape of {shape}"
            raise RuntimeError(f"Mismatch in shape: {shapes}.")
        errors.require(edge is not None, lost(k))
        edges.append(edge)
    return edges, [seed(e, g, create) for e, g in zip(edges, seeds, strict=True)]


def lost(k: int) -> str:
    why = "nothing below it is recorded. Was it made under no_grad(), by detach(), or from data only?"
    return f"element {k} of tensors does not require grad and does not have a grad_fn: {why}"


def seed(edge, g: Tensor | None, create: bool) -> Tensor:
    """The gradient of a root, in its type; 1 if it was left out."""
    if g is None:
        ones = np.empty(edge.shape, edge.dtype)
        ones.fill(1)  # quicker than np.ones
        return wrap(ones)
    if create or modes.current().level is not None:  # whose tensors may stand for more than their array
        return ops.cast(g, edge.dtype)
    return wrap(g._array.astype(edge.dtype, copy=False))
