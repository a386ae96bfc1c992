"""Functions that call themselves, alone or in a circle: found in a source, where an exercise asks for loops only.

As every look at a source it serves who did not mean to cheat: a function can reach itself in more ways than its source
shows. A test of the same exercise looks at how many calls are open.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Sequence

Function = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda


def recursion_in(answers: Sequence[tuple[str, ast.Module]], others: Iterable[ast.Module]) -> tuple[str, int] | None:
    """Cell and line of the first function in the answers that can come back to itself, by way of any function.

    answers: the learner's cells that the exercise asks for, by name; others: the learner's other cells
    """
    made: dict[str, list[Function]] = {}
    for tree in (*(tree for _, tree in answers), *others):
        for name, function in _functions(tree):
            made.setdefault(name, []).append(function)
    goes_to = {name: {each for it in found for each in _names(it)} & made.keys() for name, found in made.items()}
    for cell, tree in answers:
        for name, function in _functions(tree):
            if name in _reached(goes_to, _names(function) & made.keys()):
                return cell, function.lineno
    return None


def _reached(goes_to: dict[str, set[str]], start: set[str]) -> set[str]:
    """All that can be come to from some names, these included."""
    reached, waiting = set(start), list(start)
    while waiting:
        new = goes_to[waiting.pop()] - reached
        reached |= new
        waiting += new
    return reached


def _functions(tree: ast.Module) -> Iterator[tuple[str, Function]]:
    """Each function with its name, wherever it stands; a lambda has the name that it is bound to."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node.name, node
        elif isinstance(node, ast.Assign) and isinstance(node.value, ast.Lambda):
            yield from ((target.id, node.value) for target in node.targets if isinstance(target, ast.Name))


def _names(function: Function) -> set[str]:
    """The names that it reads from outside itself, and the methods that it reads off its own first parameter."""
    parameters = [each.arg for each in (*function.args.posonlyargs, *function.args.args)]
    read: set[str] = set()
    bound = {*parameters, *(each.arg for each in function.args.kwonlyargs)}
    for node in ast.walk(function):
        if isinstance(node, ast.Name):
            (read if isinstance(node.ctx, ast.Load) else bound).add(node.id)
        elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id in parameters[:1]:
            read.add(node.attr)
    return read - bound
