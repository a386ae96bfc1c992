"""Which classes of input a hidden part tries, as its author declares in comments, and what is wrong with that.

    # inputs: dimensions (aligned_left), values (takes_the_larger, adds_up)
    # no inputs: block, order: nothing is entered here, and there is only one input

A section goes from its `# inputs:` line to the next such line, of either form, or to the end of the hidden part. The
names in parentheses are wrong answers that only this section catches; `autograder mutants` takes its lines out and
sees whether one gets through then. These comments stand in the hidden part, so that no learner reads them.
"""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from autograder.kit.cell_names import bound_names, free_names
from autograder.paths import Paths
from autograder.source.cells import Cell, Source
from autograder.source.findings import Finding
from autograder.source.marks import HIDDEN, find_regions

CLASSES = (
    "dimensions",
    "same",
    "values",
    "aliasing",
    "unchanged",
    "again",
    "order",
    "size",
    "block",
    "asked",
    "example",
)
NOT_CODE = ("P", "X")  # kinds whose answers are chosen, or read by a person
FEWEST_WORDS = 3  # of a reason
_COMMENT = re.compile(r"#\s*(?P<no>no\s+)?inputs?\s*:\s*(?P<said>.*)", re.IGNORECASE)
_TRIED = re.compile(r"\s*(?P<name>\w+)\s*\((?P<wrong>[\w\s,]*)\)\s*(?:,|$)")
_FORM = "write `# inputs: CLASS (a wrong answer that only this section catches)`, several with commas between"


@dataclass(frozen=True)
class Section:
    """Lines `begin` to `end` of a test cell (counted from 1, both included), and what they try.

    tried: pairs of a class and a wrong answer of the exercise, by the part of its name behind `exN_M__`
    """

    begin: int
    end: int
    tried: tuple[tuple[str, str], ...]

    def taken_out(self, source: str) -> str:
        """The cell without this section; all other lines keep their numbers."""
        lines = source.split("\n")
        lines[self.begin - 1 : self.end] = [""] * (self.end - self.begin + 1)
        return "\n".join(lines)


@dataclass(frozen=True)
class Declared:
    """All that a test cell declares, and what is wrong with it as (line of the cell, sentence)."""

    sections: tuple[Section, ...]
    left_out: tuple[str, ...]
    problems: tuple[tuple[int, str], ...]

    @property
    def tried(self) -> set[str]:
        return {name for section in self.sections for name, _ in section.tried}


@dataclass(frozen=True)
class _Line:
    number: int
    last: int  # the line on which it ends: one that ends with a comma goes on
    no: bool
    said: str


def findings(paths: Paths, source: Source) -> list[Finding]:
    """What is wrong with the declarations of a notebook; none may be missing."""
    found = []
    for cell in source.by_role("test"):
        said = declared(cell.source)
        places = [*said.problems, *_unknown_answers(paths, source, cell, said)]
        if needs_declarations(cell):
            places += _silent(cell, said)
        found += [Finding(source.file, cell.line + line - 1, message) for line, message in places]
    return found


def needs_declarations(cell: Cell) -> bool:
    return bool(cell.hidden.strip()) and cell.kind not in NOT_CODE


def _silent(cell: Cell, said: Declared) -> Iterator[tuple[int, str]]:
    missing = [name for name in CLASSES if name not in said.tried and name not in said.left_out]
    if missing:
        line = len(cell.visible.split("\n")) + 1
        yield line, f"the hidden part does not speak of {', '.join(missing)}: {_FORM}, or `# no inputs: CLASS: why`"


def _unknown_answers(paths: Paths, source: Source, cell: Cell, said: Declared) -> Iterator[tuple[int, str]]:
    for section in said.sections:
        for _, name in section.tried:
            files = [paths.mutants / source.name / f"{answer}__{name}.py" for answer in cell.answers]
            if name.startswith("alt__") or not any(file.exists() for file in files):
                missing = files[0].relative_to(paths.root).as_posix()
                yield section.begin, f"there is no wrong answer {name!r}: write {missing}, or name another"


def declared(source: str) -> Declared:
    """What the comments of a test cell declare."""
    hidden = next((region for region in find_regions(source)[0] if region.kind == HIDDEN), None)
    begin, end = (hidden.begin + 1, hidden.end) if hidden else (0, 0)  # lines counted from 1, without the marks
    problems: list[tuple[int, str]] = []
    sections: list[Section] = []
    left_out: list[str] = []
    statements = ast.parse(source).body
    lines = list(_lines(source))
    for line, following in pairwise([*lines, _Line(end + 1, end + 1, True, "")]):
        if not begin < line.number <= end:
            problems.append((line.number, "what is tried is declared in the hidden part: here learners would read it"))
            continue
        if any(node.lineno <= line.number <= (node.end_lineno or 0) for node in statements):
            problems.append((line.number, "a section begins inside a statement: put this line between two"))
        if line.no:
            left_out += _left_out(line, problems)
            continue
        tried = tuple(_tried(line, problems))
        if sections and sections[-1].end == line.number - 1 and not _body(statements, sections[-1]):
            sections[-1] = Section(sections[-1].begin, following.number - 1, (*sections[-1].tried, *tried))
        else:
            sections.append(Section(line.number, following.number - 1, tried))
    problems += _not_removable(statements, sections)
    both = {name for section in sections for name, _ in section.tried} & set(left_out)
    problems += [(begin, f"{name} is said to be tried, and to be left out") for name in sorted(both)]
    return Declared(tuple(sections), tuple(left_out), tuple(problems))


def _lines(source: str) -> Iterator[_Line]:
    """The declaring comments of a cell, in order."""
    tokens = tokenize.generate_tokens(io.StringIO(source).readline)
    comments = {token.start[0]: token.string for token in tokens if token.type == tokenize.COMMENT}
    for number, text in comments.items():
        if found := _COMMENT.fullmatch(text.strip()):
            said, last = found["said"].strip(), number
            while said.endswith(",") and last + 1 in comments:
                last += 1
                said += " " + comments[last].lstrip("# ").strip()
            yield _Line(number, last, bool(found["no"]), said)


def _left_out(line: _Line, problems: list[tuple[int, str]]) -> list[str]:
    names, _, reason = line.said.partition(":")
    if len(reason.split()) < FEWEST_WORDS:
        problems.append(
            (line.number, "no reason: write `# no inputs: CLASS: why it does not apply, or where it is tried`")
        )
    return [name for name in (each.strip() for each in names.split(",")) if _known(name, line, problems)]


def _tried(line: _Line, problems: list[tuple[int, str]]) -> Iterator[tuple[str, str]]:
    place = 0
    while place < len(line.said) or not place:
        found = _TRIED.match(line.said, place)
        wrong = [name.strip() for name in found["wrong"].split(",") if name.strip()] if found else []
        if not found or not wrong:
            problems.append((line.number, f"not of the right form: {_FORM}"))
            return
        if _known(found["name"], line, problems):
            yield from ((found["name"], name) for name in wrong)
        place = found.end()


def _known(name: str, line: _Line, problems: list[tuple[int, str]]) -> bool:
    if name not in CLASSES:
        problems.append((line.number, f"there is no class of input {name!r}: there are {', '.join(CLASSES)}"))
    return name in CLASSES


def _body(statements: list[ast.stmt], section: Section) -> list[ast.stmt]:
    return [node for node in statements if section.begin <= node.lineno <= section.end]


def _not_removable(statements: list[ast.stmt], sections: list[Section]) -> Iterator[tuple[int, str]]:
    """Sections that cannot be taken out: nothing is in them, or what comes later needs them."""
    for section in sections:
        body = _body(statements, section)
        if not body:
            yield section.begin, "no statement follows: put this line in front of those that try it"
            continue
        before = [node for node in statements if node.lineno < section.begin]
        later = [node for node in statements if node.lineno > section.end]
        made = set(bound_names(ast.Module(body, []))) - set(bound_names(ast.Module(before, [])))
        for name in sorted(made & free_names(ast.Module(later, []))):
            message = (
                f"a later line needs {name!r}, so that this section cannot be taken out: make it above the sections"
            )
            yield section.begin, message
