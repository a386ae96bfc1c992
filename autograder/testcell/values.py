"""Which expressions of a test hold something of the learner's: a rough, quiet judgement for the lint.

It follows names, attributes, calls, items and arithmetic, nothing cleverer; where it cannot tell it says no, since a
false alarm costs an author more than a rule that the run on the reference would enforce anyway.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable

MAKES_TENSORS = frozenset(
    {"tensor", "Tensor", "as_tensor", "from_numpy", "zeros", "ones", "full", "arange", "linspace"}
)
# Methods of a tensor that give plain values, and attributes that give tensors.
PLAIN_METHODS = frozenset({"item", "tolist", "numpy", "dim", "size", "numel", "backward", "is_contiguous"})
TENSOR_ATTRIBUTES = frozenset({"grad", "T", "mT", "data"})


class Values:
    """What a test cell's names and expressions stand for. `exports` are the names taken from the notebook."""

    def __init__(self, tree: ast.Module, exports: Iterable[str], tensor_modules: Iterable[str] = ()):
        self.exports, self.tensor_modules = set(exports), set(tensor_modules)
        made = list(assignments(tree))
        self.own = {name for name, value in made if isinstance(value, ast.List | ast.Dict | ast.Set)}
        self.own |= {name for name, value in made if _is_array(value)}
        self.learners = closure(set(self.exports), made, self.is_learners)
        self.tensors = closure(set(), made, self.is_tensor)

    def is_learners(self, node: ast.AST | None, names: set[str] | None = None) -> bool:
        """Whether the expression is, or is taken out of, a value of the learner's."""
        names = self.learners if names is None else names
        match node:
            case ast.Name(id=name):
                return name in names
            case ast.Call(func=ast.Attribute(value=ast.Name(id="learner"))):
                return True
            case ast.Call(func=inner) | ast.Attribute(value=inner) | ast.Subscript(value=inner):
                return self.is_learners(inner, names)
            case ast.UnaryOp(operand=inner) | ast.Await(value=inner) | ast.NamedExpr(value=inner):
                return self.is_learners(inner, names)
            case ast.BinOp(left=left, right=right):
                return self.is_learners(left, names) or self.is_learners(right, names)
        return False

    def is_tensor(self, node: ast.AST | None, names: set[str] | None = None) -> bool:
        """Whether the expression is certainly a tensor of the learner's, so that `==` on it means nothing."""
        names = self.tensors if names is None else names
        match node:
            case ast.Name(id=name):
                return name in names
            case ast.Call(func=ast.Attribute(value=ast.Name(id=module), attr=made)) if module in self.tensor_modules:
                return made in MAKES_TENSORS
            case ast.Call(func=ast.Attribute(value=inner, attr=method)):
                return method not in PLAIN_METHODS and self.is_tensor(inner, names)
            case ast.Attribute(value=inner, attr=attribute):
                return attribute in TENSOR_ATTRIBUTES and self.is_tensor(inner, names)
            case ast.UnaryOp(op=ast.USub() | ast.UAdd(), operand=inner) | ast.Subscript(value=inner):
                return self.is_tensor(inner, names)
            case ast.BinOp(left=left, right=right):
                return self.is_tensor(left, names) or self.is_tensor(right, names)
        return False


def closure(
    names: set[str], assignments: list[tuple[str, ast.AST]], holds: Callable[[ast.AST, set[str]], bool]
) -> set[str]:
    """`names`, and all that are assigned from them."""
    while True:
        more = {name for name, value in assignments if name not in names and holds(value, names)}
        if not more:
            return names
        names = names | more


def assignments(tree: ast.Module) -> Iterable[tuple[str, ast.AST]]:
    """Each name with what is assigned to it; unpacking counts as one value, a loop variable as its iterable."""
    for node in ast.walk(tree):
        match node:
            case ast.Assign(targets=targets, value=value):
                yield from ((name, value) for target in targets for name in _names(target))
            case ast.AnnAssign(target=ast.Name(id=name), value=value) if value is not None:
                yield name, value
            case ast.NamedExpr(target=ast.Name(id=name), value=value):
                yield name, value
            case ast.For(target=target, iter=value) | ast.comprehension(target=target, iter=value):
                yield from ((name, value) for name in _names(target))
            case ast.withitem(context_expr=value, optional_vars=target) if target is not None:
                yield from ((name, value) for name in _names(target))


def _names(target: ast.AST) -> Iterable[str]:
    if isinstance(target, ast.Name):
        yield target.id
    elif isinstance(target, ast.Tuple | ast.List):
        for element in target.elts:
            yield from _names(element)
    elif isinstance(target, ast.Starred):
        yield from _names(target.value)


def _is_array(value: ast.AST) -> bool:
    """`rng.normal(...)`, `np.array(...)`: an array that the test made."""
    match value:
        case ast.Call(func=ast.Attribute(value=ast.Name(id="rng" | "np" | "numpy"))):
            return True
    return False
