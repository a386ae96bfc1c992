"""The operations, one declaration each, by kind. Here is which of them are public.

| file          | what                                                                |
|---------------|---------------------------------------------------------------------|
| `elementwise` | functions of one number: exponentials, angles; powers               |
| `arithmetic`  | functions of two and three: sums, products                          |
| `choice`      | comparisons, larger and smaller, steps, `where`, masks              |
| `reduce`      | sums, means, products, extremes of values, variance, norms          |
| `order`       | running sums, extremes with their places, sorting                   |
| `linear`      | products of vectors and matrices, sums of products                  |
| `activations` | the bends of neural networks; softmax                               |
| `views`       | another shape on the same memory                                    |
| `parts`       | slices, ranges and diagonals, on the same memory; several as one    |
| `indexing`    | x[...] and x[...] = value                                           |
| `select`      | gather, scatter, index_add and their kin                            |
| `arrange`     | repeating, rolling, padding, triangles, diagonals                   |
| `memory`      | copies, casts, overwriting                                          |
| `inplace`     | the in-place forms, and `out=`                                      |

The examples in the docstrings want `import minigrad as mg`.
"""

import importlib
import warnings
from typing import TYPE_CHECKING, Any

# What torch does silently, numpy warns of: log(0), 1/0, overflow. Only for calls out of this package.
warnings.filterwarnings("ignore", category=RuntimeWarning, module=r"minigrad\b")

PUBLIC = {
    "elementwise": "acos asin atan cos cosh erf exp expm1 log log1p log2 neg pow reciprocal rsqrt sigmoid sin sinh "
    "sqrt square tan tanh",
    "arithmetic": "add addcdiv addcmul atan2 div lerp logaddexp mul remainder rsub sub true_divide",
    "choice": "abs allclose ceil clamp eq equal floor ge gt isfinite isnan le lt masked_fill maximum minimum ne relu "
    "round sign where",
    "reduce": "all amax amin any logsumexp mean norm prod std sum sum_to_size var var_mean",
    "order": "argmax argmin cumprod cumsum flip max min sort topk",
    "linear": "addmm bmm dot einsum matmul mm mv outer tensordot",
    "activations": "log_softmax softmax",
    "views": "broadcast_to expand expand_as flatten movedim permute reshape squeeze squeeze_ swapaxes swapdims t t_ "
    "transpose transpose_ unflatten unsqueeze unsqueeze_ view view_as",
    "parts": "cat chunk diagonal narrow select split stack unbind",
    "select": "gather index_add index_select masked_select nonzero scatter scatter_add take_along_dim",
    "arrange": "diag diagflat repeat roll tile tril triu trace",
    "memory": "clone contiguous copy_ detach_ fill_ to zero_",
}
FOR_THE_ENGINE = {"indexing": "put_back read_at write_at", "memory": "cast kept_gradient", "views": "reverse_dims"}
OPERATORS = {
    "arithmetic": "add=_add radd=_add sub=_sub rsub=rsub mul=mul rmul=mul truediv=_div rtruediv=rdiv "
    "mod=remainder rmod=rremainder floordiv=floor_divide rfloordiv=rfloordiv",
    "elementwise": "neg=neg pow=pow rpow=rpow",
    "linear": "matmul=matmul",
    "choice": "abs=abs eq=eq ne=ne lt=lt le=le gt=gt ge=ge invert=inverted "
    "and=both rand=both or=either ror=either xor=one_of rxor=one_of",
    "indexing": "getitem=getitem setitem=setitem",
    "inplace": "iadd=add_ isub=sub_ imul=mul_ itruediv=div_ ipow=pow_ imod=remainder_",
}
ONLY_FUNCTIONS = {"cat", "einsum", "stack", "tensordot", "where"}  # the others are methods of tensors too


def gathered(table: dict) -> dict:
    """Name to function, from a table of names by file; `add=_add` gives a function another name."""
    found = {}
    for file, names in table.items():
        module = importlib.import_module(f".{file}", __name__)
        for name in names.split():
            new, _, old = name.partition("=")
            found[new] = getattr(module, old or new)
    return found


FUNCTIONS = gathered(PUBLIC) | importlib.import_module(".inplace", __name__).FORMS
METHODS = {name: f for name, f in FUNCTIONS.items() if name not in ONLY_FUNCTIONS}
METHODS |= gathered({"memory": "bool double float half int long", "choice": "where=where_method"})
METHODS |= {f"__{name}__": f for name, f in gathered(OPERATORS).items()}
for _name in ("add", "sub", "mul", "truediv", "mod", "floordiv", "pow"):
    METHODS[f"__{_name}__"].operation.back = f"__r{_name}__"
globals().update(FUNCTIONS, **gathered(FOR_THE_ENGINE))
__all__ = list(FUNCTIONS)

if TYPE_CHECKING:  # the tables above are more than a type checker follows

    def __getattr__(name: str) -> Any: ...
