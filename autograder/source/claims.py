"""What people say about autograd, by number: a given cell that settles some of it says which, `claims=["C1-07"]`.

The statements themselves were collected from articles; what the course keeps of them is the number, in five groups.
"""

from __future__ import annotations

from collections.abc import Iterator

from autograder.source.cells import Cell, Source
from autograder.source.findings import Finding

# How many there are: on in-place marking, custom functions, a first look at autograd, transforms, leaves.
GROUPS = {"C0": 37, "C1": 22, "C2": 34, "C3": 27, "C4": 27}
KNOWN = frozenset(f"{group}-{number:02}" for group, last in GROUPS.items() for number in range(1, last + 1))


def problems(source: Source) -> Iterator[Finding]:
    """Claims that are not known, or on a cell that the learner does not find there and run."""
    for cell in source.cells:
        if "claims" in cell.metadata:
            yield from (Finding(source.file, cell.line - 1, message) for message in _wrong(cell))


def _wrong(cell: Cell) -> Iterator[str]:
    said = cell.metadata["claims"]
    if cell.role != "given" or cell.cell_type != "code":
        yield "claims are settled by a run: put them on the given code cell that shows it"
    if not isinstance(said, list) or not said or not all(isinstance(each, str) for each in said):
        yield 'claims is a list of numbers: claims=["C1-07", "C1-08"]'
        return
    for each in sorted({each for each in said if said.count(each) > 1}):
        yield f"the claim {each!r} twice on one cell: once is enough"
    for each in sorted(set(said) - KNOWN):
        groups = ", ".join(f"{group}-01 to {group}-{last}" for group, last in GROUPS.items())
        yield f"there is no claim {each!r}: there are {groups}"
