"""The operations, one declaration each, by kind.

| file          | what                                                                |
|---------------|---------------------------------------------------------------------|
| `elementwise` | arithmetic, exponentials, angles                                    |
| `powers`      | powers, and mixtures of three tensors                               |
| `choice`      | comparisons, rounding, larger and smaller, `where`, masks           |
| `reduce`      | sums, means, products, extremes of values                           |
| `statistics`  | variance, norms, logsumexp                                          |
| `order`       | running sums, extremes with their places, sorting                   |
| `linear`      | products of vectors and matrices; `einsum` on top of them           |
| `activations` | the bends of neural networks; softmax                               |
| `views`       | another shape on the same memory, and joining                       |
| `indexing`    | x[...] and x[...] = value                                           |
| `select`      | gather, scatter, index_add and their kin                            |
| `arrange`     | repeating, rolling, padding, triangles, diagonals                   |
| `memory`      | copies, casts, overwriting                                          |
| `written`     | the in-place forms                                                  |
| `casts`       | methods only: `x.double()` and the like                             |
"""

import warnings

# What torch does silently, numpy warns of: log(0), 1/0, overflow. Only for calls out of this package.
warnings.filterwarnings("ignore", category=RuntimeWarning, module=r"minigrad\b")

from . import (  # noqa: E402
    activations,
    arrange,
    casts,
    choice,
    einsum,
    elementwise,
    indexing,
    linear,
    memory,
    order,
    powers,
    reduce,
    select,
    statistics,
    views,
    written,
)

MODULES = (
    activations,
    arrange,
    choice,
    einsum,
    elementwise,
    indexing,
    linear,
    memory,
    order,
    powers,
    reduce,
    select,
    statistics,
    views,
    written,
)
__all__ = [name for module in MODULES for name in module.__all__]
for _module in MODULES:
    globals().update({name: getattr(_module, name) for name in _module.__all__})
methods_only = casts
_add, _sub, _div = elementwise._add, elementwise._sub, elementwise._div  # without options: what + - / are
reverse_dims, zeros_for = views.reverse_dims, views.zeros_for
