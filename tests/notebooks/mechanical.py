"""Mechanical mutants: every reference answer with one thing changed, none of which a test may overlook.

    python -m tests.notebooks.mechanical [NAME...] [--seeds N]     what is wrong, notebook by notebook

`make test` does this with one seed and one mutant in ten, `make mutants` with all of them. With more seeds, a mutant
has to be caught on each of them, as the named ones have.

The mutants that people would write are in solutions/mutants/. These are the ones that nobody thinks of: an operator
swapped, a term or an entry dropped, an axis or a number changed by one, two items in each other's place, `+=` taken for
`=`, a comparison turned, a condition negated, a line left out. A mutant that cannot be told from the reference is
listed under its name, with a one-line proof, in solutions/mutants/NAME/equivalent.json.
"""

from __future__ import annotations

import argparse
import ast
import copy
import json
import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from zlib import crc32

from autograder.authoring.masters import load_master
from autograder.authoring.mutants.answers import as_code
from autograder.authoring.reference import reference_cells
from autograder.judge.grader import Judge
from autograder.judge.verdict import FULL
from autograder.limits import Limits
from autograder.master import Master
from autograder.paths import Paths
from autograder.source.marks import solved
from autograder.weave import ReplayCell

SEEDS = 5
QUICK = Limits(cell_seconds=4, test_seconds=6)  # some mutants never end
MOST_EQUIVALENT = 0.05  # of a notebook's mutants
# Answers that are the learner's choice of data, more of it than is needed: changed a little they are right, too.
CHOSEN_FREELY = {"ex10_3"}

SWAPPED = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Div,
    ast.Div: ast.Mult,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.Pow: ast.Mult,
    ast.MatMult: ast.Mult,
    ast.BitOr: ast.BitAnd,
    ast.BitAnd: ast.BitOr,
    ast.And: ast.Or,
    ast.Or: ast.And,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}
# Left out as a whole line; a definition or an import that is gone is a missing name, which proves nothing.
DROPPED = (ast.Expr, ast.AugAssign, ast.Delete, ast.If, ast.For, ast.While)


@dataclass(frozen=True)
class Mutant:
    """One changed answer. Its name says where and what, so that a list of names still fits after an edit elsewhere."""

    answer: str
    before: str
    after: str
    source: str

    @property
    def name(self) -> str:
        return f"{self.answer}: {self.before} -> {self.after}"


# ------------------------------------------------------------------------------------------------- making them


def mutants(grade_id: str, source: str) -> list[Mutant]:
    """Every mutant of an answer, each once; annotations and docstrings stay as they are."""
    tree = ast.parse(source)
    found: dict[str, Mutant] = {}
    for number, node in enumerate(ast.walk(tree)):
        for change in changes(node, tree):
            made = copy.deepcopy(tree)
            target = next(each for index, each in enumerate(ast.walk(made)) if index == number)
            replacement = change(target)
            if replacement is not target:
                _Put(target, replacement).visit(made)
            text = ast.unparse(ast.fix_missing_locations(made))
            before, after = _first_difference(ast.unparse(tree), text)
            if before != after:
                found.setdefault(text, Mutant(grade_id, before, after, text))
    return _numbered(found.values())


def changes(node: ast.AST, tree: ast.Module) -> Iterator[Callable[[ast.AST], ast.AST]]:
    """What can be done to one node: functions that change a copy of it and return what takes its place."""
    if isinstance(node, ast.BinOp | ast.AugAssign) and type(node.op) in SWAPPED:
        yield lambda n: _with(n, op=SWAPPED[type(n.op)]())
    if isinstance(node, ast.BinOp):
        yield lambda n: n.left
        yield lambda n: n.right
    if isinstance(node, ast.AugAssign):
        yield lambda n: ast.Assign([n.target], n.value)
    if isinstance(node, ast.BoolOp):
        yield lambda n: _with(n, op=SWAPPED[type(n.op)]())
        yield from (lambda n, i=i: _with(n, values=n.values[:i] + n.values[i + 1 :]) for i in range(len(node.values)))
    if isinstance(node, ast.Compare) and type(node.ops[0]) in SWAPPED:
        yield lambda n: _with(n, ops=[SWAPPED[type(n.ops[0])](), *n.ops[1:]])
    if isinstance(node, ast.UnaryOp):
        yield lambda n: n.operand
    if isinstance(node, ast.Constant) and type(node.value) in (int, float):
        yield lambda n: ast.Constant(n.value + 1)
        yield lambda n: ast.Constant(n.value - 1)
    # `strict=True` of zip guards against the author's own slip: turned, it says nothing about a test.
    if isinstance(node, ast.keyword | ast.Assign | ast.Return) and _is_bool(node.value) and not _is_strict(node):
        yield lambda n: _with(n, value=ast.Constant(not n.value.value))
    if isinstance(node, ast.If | ast.While | ast.IfExp):
        yield lambda n: _with(n, test=ast.UnaryOp(ast.Not(), n.test))
    if isinstance(node, ast.Call) and _has_an_order(node):
        yield lambda n: _with(n, args=n.args[::-1])
    if isinstance(node, ast.Tuple) and isinstance(node.ctx, ast.Load):
        first = 1 if _names_a_sum_or_product(node) else 0
        yield from (lambda n, i=i: _with(n, elts=_swapped(n.elts, i)) for i in range(len(node.elts) - 1 - first))
    if isinstance(node, ast.Dict):
        yield from (lambda n, i=i: _without_entry(n, i) for i in range(len(node.keys)))
    if isinstance(node, DROPPED) and node not in tree.body and not _is_docstring(node):
        yield lambda n: ast.Pass()


def _with(node: ast.AST, **fields: object) -> ast.AST:
    for name, value in fields.items():
        setattr(node, name, value)
    return node


def _names_a_sum_or_product(node: ast.Tuple) -> bool:
    """An entry of a graph whose inputs, at its end, may change places."""
    first = node.elts[0] if node.elts else None
    return isinstance(first, ast.Constant) and first.value in ("add", "mul")


def _swapped(items: list, index: int) -> list:
    """With an item and the one behind it in each other's place."""
    return [*items[:index], items[index + 1], items[index], *items[index + 2 :]]


def _without_entry(node: ast.Dict, index: int) -> ast.Dict:
    del node.keys[index], node.values[index]
    return node


def _is_bool(node: ast.AST | None) -> bool:
    return isinstance(node, ast.Constant) and type(node.value) is bool


def _is_strict(node: ast.AST) -> bool:
    return isinstance(node, ast.keyword) and node.arg == "strict"


def _has_an_order(call: ast.Call) -> bool:
    """Two arguments whose places mean something."""
    starred = any(isinstance(each, ast.Starred) for each in call.args)
    return len(call.args) == 2 and not starred and ast.unparse(call.func) not in ("max", "min")


def _is_docstring(node: ast.AST) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


class _Put(ast.NodeTransformer):
    """Puts one node in the place of another."""

    def __init__(self, target: ast.AST, replacement: ast.AST):
        self.target, self.replacement = target, replacement

    def visit(self, node: ast.AST) -> ast.AST:
        return self.replacement if node is self.target else self.generic_visit(node)


def _first_difference(one: str, other: str) -> tuple[str, str]:
    """The first lines that differ."""
    for before, after in zip(one.split("\n"), other.split("\n"), strict=False):
        if before != after:
            return before.strip(), after.strip()
    return one, one


def _numbered(found: Iterable[Mutant]) -> list[Mutant]:
    """Mutants whose lines read alike in two places get a number."""
    seen: dict[str, int] = {}
    named = []
    for mutant in found:
        seen[mutant.name] = seen.get(mutant.name, 0) + 1
        count = f" ({seen[mutant.name]})" if seen[mutant.name] > 1 else ""
        named.append(Mutant(mutant.answer, mutant.before, mutant.after + count, mutant.source))
    return named


# ------------------------------------------------------------------------------------------------ judging them


def survived(judge: Judge, master: Master, made: Iterable[Mutant], seeds: int) -> dict[str, int]:
    """On how many of these seeds each mutant loses no point, for those that get through on any."""
    told = [f"mechanical {number}".encode() for number in range(seeds)]
    counts = {mutant.name: sum(_passes(judge, master, mutant, seed) for seed in told) for mutant in made}
    return {name: count for name, count in counts.items() if count}


def _passes(judge: Judge, master: Master, mutant: Mutant, seed: bytes) -> bool:
    own = {test.grade_id for test in master.tests if mutant.answer in test.answers}
    cells = []
    for cell in reference_cells(master):
        if cell.kind == "test" and cell.grade_id not in own:
            continue
        source = mutant.source if cell.grade_id == mutant.answer else cell.source
        cells.append(ReplayCell(cell.kind, cell.grade_id, cell.cell_id, source))
    result = judge.grade(master, cells, seed, verdict_only=True)
    return all(cell.outcome in FULL for cell in result.cells if cell.grade_id in own)


def reference_mutants(master: Master) -> list[Mutant]:
    """The mutants of all answers of a notebook that are code rather than a choice among given values."""
    kinds = {answer: test.kind for test in master.tests for answer in test.answers}
    answers = [cell for cell in master.cells if cell.role == "answer" and kinds.get(cell.grade_id) != "P"]
    answers = [cell for cell in answers if cell.grade_id not in CHOSEN_FREELY]
    return [mutant for cell in answers for mutant in mutants(cell.grade_id, as_code(solved(cell.source)))]


def equivalents(paths: Paths, name: str) -> dict[str, str]:
    """The mutants of a notebook that nothing can tell from the reference, each with its proof."""
    file = paths.mutants / name / "equivalent.json"
    return json.loads(file.read_text(encoding="utf-8")) if file.exists() else {}


def report(judge: Judge, paths: Paths, name: str, seeds: int, one_in: int = 1) -> tuple[int, list[str]]:
    """How many mutants there are, and what is wrong: survivors without a proof, proofs without a survivor, too many.

    With `one_in` only one in so many is judged: those of the list of proofs, and always the same of the others.
    """
    master = load_master(paths, name)
    made, proofs = reference_mutants(master), equivalents(paths, name)
    tried = [each for each in made if each.name in proofs or crc32(each.name.encode()) % one_in == 0]
    alive = survived(judge, master, tried, seeds)
    # What equals the reference ends: where it was not given the time, the machine is slow.
    late = [each for each in tried if each.name in proofs and alive.get(each.name, 0) < seeds]
    if late:
        with Judge() as patient:
            alive |= survived(patient, master, late, seeds)
    said = [f"survives {alive[each]} of {seeds} seeds: {each}" for each in sorted(alive.keys() - proofs.keys())]
    said += [f"listed as equivalent, and is caught or is gone: {each}" for each in sorted(proofs.keys() - alive.keys())]
    said += [f"listed without a proof: {each}" for each, proof in sorted(proofs.items()) if len(proof.split()) < 4]
    if len(proofs) > MOST_EQUIVALENT * len(made):
        said.append(f"{len(proofs)} of {len(made)} are listed as equivalent; one in twenty may be")
    return len(made), said


def main(argv: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.notebooks.mechanical", description="Judge all mutants.")
    parser.add_argument("names", nargs="*", metavar="NAME", help="notebooks (default: all)")
    parser.add_argument("--seeds", type=int, default=SEEDS, help=f"how many (default: {SEEDS})")
    options = parser.parse_args(argv)
    paths = Paths.find()
    wrong = 0
    with Judge(limits=QUICK) as judge:
        for name in options.names or paths.assignments():
            count, said = report(judge, paths, name, options.seeds)
            wrong += len(said)
            print("\n  ".join([f"{name}: {count} mutants", *said]), flush=True)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
