"""Region marks in a cell: where a solution or a hidden test stands, and what a learner gets in its place.

The marks are nbgrader's own, so that its tools see what we see. nbgrader takes any line that *contains* `BEGIN
SOLUTION` for a mark and overlooks a misspelt one, which would hand the solution out; here a line is a mark or an error.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

SOLUTION, HIDDEN, SCHEME = "SOLUTION", "HIDDEN TESTS", "MARK SCHEME"
DEFAULT_STUB = 'raise NotImplementedError("still the stub")'

_MARK = re.compile(r"^\s*(?:#{2,}|<!--)\s*(BEGIN|END) (SOLUTION|HIDDEN TESTS|MARK SCHEME)\s*(?:#*|-->)\s*$")
_LIKE_A_MARK = re.compile(r"^\W*(?:begin|end)[\s_-]*(?:solutions?|hidden[\s_-]*tests?|mark[\s_-]*scheme)\W*$", re.I)
_SEEN_BY_NBGRADER = re.compile(r"(?:BEGIN|END) (?:SOLUTION|HIDDEN TESTS|MARK SCHEME)")
_STUB_MARK = re.compile(r"^\s*#{2,}\s*STUB\s*$")


@dataclass(frozen=True)
class Region:
    """Lines `begin` to `end` of a cell (counted from 0), the marks included."""

    kind: str
    begin: int
    end: int

    def body(self, source: str) -> str:
        return "\n".join(source.split("\n")[self.begin + 1 : self.end])


def is_stub_mark(line: str) -> bool:
    return _STUB_MARK.match(line) is not None


def find_regions(source: str) -> tuple[list[Region], list[tuple[int, str]]]:
    """The marked regions of a cell, and what is wrong with the marks as (line counted from 0, sentence)."""
    regions: list[Region] = []
    wrong: list[tuple[int, str]] = []
    opened: tuple[int, str] | None = None
    for number, line in enumerate(source.split("\n")):
        mark = _MARK.match(line)
        if mark is None:
            wrong += _unmarked(number, line, opened)
        elif mark[1] == "BEGIN":
            if opened is not None:
                wrong.append((number, f"BEGIN {mark[2]} inside a region of {opened[1]}: close that one first"))
            opened = opened or (number, mark[2])
        elif opened is None or opened[1] != mark[2]:
            wrong.append((number, f"END {mark[2]} without its BEGIN {mark[2]}: add the mark that opens the region"))
        else:
            regions.append(Region(mark[2], opened[0], number))
            opened = None
    if opened is not None:
        wrong.append((opened[0], f"BEGIN {opened[1]} is never closed: add a line ### END {opened[1]}"))
    return regions, wrong


def _unmarked(number: int, line: str, opened: tuple[int, str] | None) -> list[tuple[int, str]]:
    if _LIKE_A_MARK.match(line) or _SEEN_BY_NBGRADER.search(line):
        return [(number, "almost a region mark: write it alone on its line, as ### BEGIN SOLUTION")]
    if is_stub_mark(line) and (opened is None or opened[1] != SOLUTION):
        return [(number, "### STUB belongs inside a solution region, after the solution's lines")]
    return []


def split_stub(body: str) -> tuple[str, str | None]:
    """A solution region's body as (the solution, the stub it brings along, uncommented, or None)."""
    lines = body.split("\n")
    for number, line in enumerate(lines):
        if is_stub_mark(line):
            stub = [re.sub(r"^(\s*)# ?", r"\1", stub_line) for stub_line in lines[number + 1 :]]
            return "\n".join(lines[:number]), "\n".join(stub)
    return body, None


def without_solutions(source: str, stub: str = DEFAULT_STUB) -> tuple[str, bool]:
    """The cell with a stub in place of each solution region, and whether there was one."""
    lines = source.split("\n")
    regions = [region for region in find_regions(source)[0] if region.kind == SOLUTION]
    for region in reversed(regions):
        said = split_stub(region.body(source))[1]
        first = lines[region.begin]
        indent = first[: len(first) - len(first.lstrip())]
        new = said if said is not None else "\n".join(indent + line for line in stub.split("\n"))
        lines[region.begin : region.end + 1] = new.split("\n")
    return "\n".join(lines), bool(regions)


def solved(source: str) -> str:
    """The cell with its solutions and without their marks: as a learner would have written it."""
    lines = source.split("\n")
    for region in reversed(find_regions(source)[0]):
        lines[region.begin : region.end + 1] = split_stub(region.body(source))[0].split("\n")
    return "\n".join(lines)


def without(source: str, *kinds: str) -> str:
    """The cell without its regions of these kinds: what nbgrader's clearing steps leave of it."""
    lines = source.split("\n")
    for region in reversed(find_regions(source)[0]):
        if region.kind in kinds:
            del lines[region.begin : region.end + 1]
    return "\n".join(lines)


def regions_of(source: str, kind: str) -> list[str]:
    """The bodies of the regions of one kind; a solution's body is given without its stub."""
    bodies = [region.body(source) for region in find_regions(source)[0] if region.kind == kind]
    return [split_stub(body)[0] for body in bodies] if kind == SOLUTION else bodies
