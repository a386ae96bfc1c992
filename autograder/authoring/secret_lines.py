"""What a release must not show: the lines that stand only inside solutions, hidden tests and mutants."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from autograder.authoring.squeeze import is_words, squeeze, without_comment
from autograder.kit.shown import TEXT_STUB
from autograder.source.cells import Cell, Source
from autograder.source.findings import shown
from autograder.source.marks import (
    HIDDEN,
    SCHEME,
    SOLUTION,
    find_regions,
    is_stub_mark,
    without,
    without_solutions,
)

LONG = 30  # a single line longer than this tells; shorter ones only in company
SHORTEST = 12  # squeezed: below this, two lines (`else:` and `return x`) say nothing about whose they are


@dataclass(frozen=True)
class Secret:
    """Something not to be shown. `text` is squeezed; `line` and `where` are for the message."""

    text: str
    line: str
    where: str
    notebook: str
    is_words: bool  # prose: a sentence that is also in the text for learners is no secret


@dataclass(frozen=True)
class _Block:
    """Consecutive lines that only the instructor's copy has."""

    lines: list[str]
    first_line: int
    file: str
    notebook: str
    is_code: bool


def secrets_of(source: Source, mutants: Path | None = None, root: Path | None = None) -> list[Secret]:
    """Every line, and every two lines together, that a notebook and its mutants hide, whatever the releases show."""
    found: dict[tuple[str, bool], Secret] = {}
    for block in [*_hidden_blocks(source), *_mutant_blocks(source.name, mutants, root)]:
        for secret in _of_block(block):
            found.setdefault((secret.text, secret.is_words), secret)
    return list(found.values())


def _hidden_blocks(source: Source) -> Iterator[_Block]:
    for cell in source.cells:
        lines = cell.source.split("\n")
        for first, last in hidden_spans(cell):
            yield _Block(lines[first:last], cell.line + first, source.file, source.name, cell.cell_type == "code")


def hidden_spans(cell: Cell) -> Iterator[tuple[int, int]]:
    """The lines (first, behind the last) that nbgrader takes out of a cell; a region's stub is not hidden."""
    lines = cell.source.split("\n")
    regions = find_regions(cell.source)[0]
    for region in regions:
        stub = (number for number in range(region.begin, region.end) if is_stub_mark(lines[number]))
        yield region.begin + 1, next(stub, region.end) if region.kind == SOLUTION else region.end
    if _is_cleared_whole(cell):
        yield 0, len(lines)


def _is_cleared_whole(cell: Cell) -> bool:
    """Without marks, nbgrader puts the stub in place of the whole answer."""
    kinds = {region.kind for region in find_regions(cell.source)[0]}
    return cell.role in ("answer", "manual") and SOLUTION not in kinds


def _mutant_blocks(name: str, mutants: Path | None, root: Path | None) -> Iterator[_Block]:
    for path in sorted((mutants / name).glob("*.py")) if mutants else []:
        lines = path.read_text(encoding="utf-8").split("\n")
        yield _Block(lines, 1, shown(path, root), name, is_code=True)


def _of_block(block: _Block) -> Iterator[Secret]:
    previous = None  # the code line before this one: text, line, where
    for number, line in enumerate(block.lines, block.first_line):
        words = not block.is_code or is_words(line)
        text = squeeze(line if words else without_comment(line))
        if not text:
            continue
        here = (text, line.strip(), f"{block.file}:{number}")
        if len(line.strip()) > LONG and len(text) >= SHORTEST:
            yield Secret(*here, block.notebook, words)
        if words and block.is_code:
            continue  # whoever copies two lines may leave out the comment between them
        if not any(map(str.isalnum, text)):
            previous = None  # a bracket that closes says nothing about whose the line before or behind it is
            continue
        if previous and len(previous[0] + text) >= SHORTEST:
            yield Secret(previous[0] + text, *previous[1:], block.notebook, words)
        previous = here


@dataclass(frozen=True)
class Published:
    """What learners may see of a set of notebooks, squeezed: the code, and all text."""

    code: str
    everything: str

    @classmethod
    def of(cls, sources: Iterable[Source], more_code: Iterable[str] = ()) -> Published:
        code = [form for text in more_code for form in _squeezed_forms(text)]
        everything = list(code)
        for source in sources:
            for cell in source.cells:
                forms = _squeezed_forms(released(cell))
                everything += forms
                code += forms if cell.cell_type == "code" else []
        # Squeezing leaves no NUL, so no line can begin in one cell and end in the next.
        return cls("\0".join(code), "\0".join(everything))

    def holds(self, secret: Secret) -> bool:
        """Code that stands in a hint is still a leak; code that stands in released code is no secret."""
        return secret.text in (self.everything if secret.is_words else self.code)


def _squeezed_forms(text: str) -> list[str]:
    lines = text.split("\n")
    return ["".join(map(squeeze, lines)), "".join(squeeze(without_comment(line)) for line in lines)]


def released(cell: Cell) -> str:
    """The cell's source as nbgrader releases it, the usual stub left out."""
    if _is_cleared_whole(cell):
        return TEXT_STUB if cell.cell_type == "markdown" else ""
    return without(without_solutions(cell.source)[0], HIDDEN, SCHEME)
