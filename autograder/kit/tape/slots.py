"""The named places in the engine's text, and the answers that are put there.

The engine is a module that runs as it stands. A line `# --- slot NAME (exercise N.M)` opens a place, the next line
that begins with `# --- ` closes it. The answer cell exN_M of notebook N goes there as it is, less what only shows
something. Where one cell defines several names, the line has them all: `# --- slot mul_rule, div_rule (exercise 4.1)`.
"""

from __future__ import annotations

import ast
import builtins
import re
import symtable
from collections.abc import Container, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from autograder.kit.lines import STUB, Unordered, put_together

ENGINE = Path(__file__).with_name("engine.py")
_OPENING = r"^# --- slot (?P<name>\w+(?:, \w+)*) \(exercise (?P<exercise>\d+\.\w+)\)\n"
_BODY = r"(?P<body>.*?)(?=^# --- |\Z)"
_SLOT = re.compile(_OPENING + _BODY, re.M | re.S)
_FILLED = re.compile(
    r"(?P<opening>^# --- slot (?P<name>\w+(?:, \w+)*)(?: \(exercise \d+\.\w+\))?(?:: (?P<note>[^\n]*))?\n)" + _BODY,
    re.M | re.S,
)


class NoAnswer(Exception):
    """This cell cannot fill its slot; the text says why, in words that go on after a colon."""


@dataclass(frozen=True)
class Slot:
    """A named place of the engine. `default` is what stands there until it is filled."""

    name: str  # "mul_rule, div_rule" where one answer defines both
    exercise: str  # as learners know it: 1.5
    default: str

    @property
    def names(self) -> tuple[str, ...]:
        """What the answer defines."""
        return tuple(self.name.split(", "))

    @property
    def notebook(self) -> str:
        """The two digits that the notebook's name begins with."""
        return self.exercise.partition(".")[0].zfill(2)

    @property
    def grade_id(self) -> str:
        return "ex" + self.exercise.replace(".", "_")


@cache
def slots() -> tuple[Slot, ...]:
    """The engine's slots, in the order of the exercises."""
    found = [Slot(match["name"], match["exercise"], match["body"]) for match in _SLOT.finditer(engine_text())]
    return tuple(sorted(found, key=lambda slot: (slot.notebook, slot.exercise)))


@cache
def engine_text() -> str:
    return ENGINE.read_text(encoding="utf-8")


def engine_with(
    answers: Mapping[str, str], notes: Mapping[str, str] | None = None, known: Container[str] | None = None
) -> str:
    """The engine's text with these slots filled; `notes` are said in the lines that open the slots.

    Where it is said which slots are `known`, nothing is said of the exercises that fill the others.
    """

    def fill(match: re.Match[str]) -> str:
        name, exercise = match["name"], f" (exercise {match['exercise']})"
        body = answers.get(name, match["body"]).strip("\n")
        if known is not None and name not in known:
            exercise, body = "", body.replace(f": it is written in exercise {match['exercise']}", "")
        note = f": {notes[name]}" if notes and name in notes else ""
        return f"# --- slot {name}{exercise}{note}\n{body}\n\n\n"

    return _SLOT.sub(fill, engine_text()).rstrip("\n") + "\n"


def filled(text: str) -> dict[str, tuple[str, str]]:
    """What stands in the slots of an engine's text, by name: the note in the line that opens it, and the code."""
    return {match["name"]: (match["note"] or "", match["body"].strip("\n")) for match in _FILLED.finditer(text)}


def with_slot(text: str, name: str, answer: str) -> str:
    """The same engine with another answer in one slot."""

    def put(match: re.Match[str]) -> str:
        return f"{match['opening']}{answer}\n\n\n" if match["name"] == name else match[0]

    return _FILLED.sub(put, text)


def answer_text(cell: str, *names: str) -> str:
    """What an answer cell says about the slot with these names, as code that stands alone; raises NoAnswer.

    Lines that were put in order become the function they make. Expressions (a call that prints, a value to look at)
    are left out: they were for the notebook.
    """
    try:
        tree = ast.parse(cell)
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        raise NoAnswer(f"it is not Python ({getattr(error, 'msg', type(error).__name__)})") from None
    if _raises_stub(tree):
        raise NoAnswer(STUB)
    lines = cell.split("\n")
    for node in reversed(tree.body):
        ordered = _ordered(node, names)
        if ordered is not None:
            lines[node.lineno - 1 : node.end_lineno] = ordered.split("\n")
        elif isinstance(node, ast.Expr) and not _shares_a_line(node, tree):
            del lines[node.lineno - 1 : node.end_lineno]
    text = "\n".join(lines).strip("\n")
    missing = [name for name in names if name not in _top_names(symtable.symtable(text, "<answer>", "exec"))]
    if missing:
        raise NoAnswer(f"it does not define {' and '.join(missing)}")
    return text


def demand_known(text: str, known: set[str]) -> None:
    """Raise NoAnswer when the code needs a name that neither it nor the engine has."""
    missing = sorted(_free_names(text) - known - set(dir(builtins)))
    if missing:
        raise NoAnswer(f"it needs {', '.join(missing)}, which the cell itself neither defines nor imports")


def _ordered(node: ast.stmt, names: Container[str]) -> str | None:
    """The function text behind `NAME = in_order("...", "...")`, or None for any other statement."""
    if not isinstance(node, ast.Assign) or not isinstance(node.value, ast.Call):
        return None
    if ast.unparse(node.targets[0]) not in names or ast.unparse(node.value.func).split(".")[-1] != "in_order":
        return None
    words = [each.value for each in node.value.args if isinstance(each, ast.Constant) and isinstance(each.value, str)]
    if len(words) != 2:
        raise NoAnswer("the lines and their order must be written out in the call of in_order")
    try:
        return put_together(*words)
    except NotImplementedError:
        raise NoAnswer(STUB) from None
    except (Unordered, ValueError) as reason:
        raise NoAnswer(f"its lines make no function ({str(reason).splitlines()[-1].rstrip('.')})") from None


def _raises_stub(tree: ast.Module) -> bool:
    raised = [node.exc for node in ast.walk(tree) if isinstance(node, ast.Raise) and node.exc]
    return any(isinstance(each, ast.Constant) and each.value == STUB for exc in raised for each in ast.walk(exc))


def _shares_a_line(node: ast.stmt, tree: ast.Module) -> bool:
    lines = range(node.lineno, (node.end_lineno or node.lineno) + 1)
    others = (other for other in tree.body if other is not node)
    return any(other.lineno in lines or other.end_lineno in lines for other in others)


def _top_names(table: symtable.SymbolTable) -> set[str]:
    """The names that a module binds at its top."""
    bound = (each for each in table.get_symbols() if each.is_assigned() or each.is_imported() or each.is_namespace())
    return {each.get_name() for each in bound}


def _free_names(text: str) -> set[str]:
    """The names that the code reads and does not bind."""
    top = symtable.symtable(text, "<answer>", "exec")
    read, scopes = set(), [top]
    while scopes:
        scope = scopes.pop()
        scopes += scope.get_children()
        globals_here = (each for each in scope.get_symbols() if scope is top or each.is_global())
        read |= {each.get_name() for each in globals_here if each.is_referenced()}
    return read - _top_names(top)
