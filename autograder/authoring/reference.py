"""The run that a build ends with: the instructor's own answers must get every point, and reach every check each time.

How often the reference reaches a check is what the judge later holds a learner's run against, so the counts must not
hang on the seed.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from autograder.errors import OurFault
from autograder.master import Master, MasterCell
from autograder.source.findings import CourseErrors, Finding

if TYPE_CHECKING:
    from autograder.source.cells import Source

SEEDS = tuple(f"reference run {number}".encode() for number in range(3))


def with_sites(master: Master, source: Source) -> Master:
    """The master with the site counts of the reference; CourseErrors when an answer of ours does not hold."""
    from autograder.judge.grader import Judge

    cells = reference_cells(master)
    with Judge() as judge:
        runs = [judge.grade(master, cells, seed) for seed in SEEDS]
    found = [finding for run in runs for finding in (*_raised(source, master, run), *_not_right(source, master, run))]
    if not found:
        found = [finding for cell in master.tests for finding in _uncounted(cell, runs, source.file)]
    if found:
        raise CourseErrors(found)
    sites, data = runs[0].sites, runs[0].data
    counted = [
        replace(cell, sites=dict(sites[cell.grade_id or ""]), data=tuple(data[cell.grade_id or ""]))
        if cell.role == "test"
        else cell
        for cell in master.cells
    ]
    return replace(master, cells=tuple(counted))


def reference_cells(master: Master) -> list[Any]:
    """The instructor's notebook as the judge replays a submission."""
    from autograder.weave import ReplayCell

    return [
        ReplayCell(cell.role, cell.grade_id, cell.cell_id, cell.source)
        for cell in master.cells
        if cell.cell_type == "code" or cell.role == "manual"
    ]


def _raised(source: Source, master: Master, run: Any) -> list[Finding]:
    """Cells that raise although every answer is right; one that is meant to says so by its tag."""
    from autograder.authoring.notebook import GOES_ON  # it brings nbformat, which whoever judges needs not

    found = []
    for cell, written in zip(master.cells, source.cells, strict=True):
        errors = [out for out in run.outputs.get(cell.cell_id, []) if out.get("output_type") == "error"]
        if errors and GOES_ON not in written.metadata.get("tags", []):
            said = f"{errors[0].get('ename')}: {errors[0].get('evalue')}"
            message = f'this cell raises {said}; if it is meant to, add tags=["{GOES_ON}"] to its header'
            found.append(Finding(source.file, cell.line, message))
    return found


def _not_right(source: Source, master: Master, run: Any) -> list[Finding]:
    found = []
    results = {result.grade_id: result for result in run.cells}
    for cell in master.tests:
        result = results[cell.grade_id]
        told = ": ".join(part for part in (result.law, result.message) if part)
        if result.outcome == "ours":
            raise OurFault(f"the judge failed on {cell.grade_id} of {master.name}: {told}")
        if result.outcome not in ("right", "committed"):
            message = f"{cell.grade_id} does not hold for the reference's own answer ({result.outcome}): {told}"
            found.append(Finding(source.file, cell.line, message))
    return found


def _uncounted(cell: MasterCell, runs: list[Any], file: str) -> list[Finding]:
    """Parts of a test that the reference passes without one comparison, or with more of them on some data."""
    counts = [dict(run.sites.get(cell.grade_id, {})) for run in runs]
    found = []
    last_visible = len(cell.visible.split("\n"))
    lines = {int(site[1:].partition(":")[0]) for site, count in counts[0].items() if count}
    if not any(line <= last_visible for line in lines):
        found.append(Finding(file, cell.line, "the visible part reaches no check on the reference"))
    if cell.hidden.strip() and not any(line > last_visible for line in lines):
        found.append(Finding(file, cell.line + last_visible, "the hidden part reaches no check on the reference"))
    for site in sorted(set().union(*counts)):
        times = [count.get(site, 0) for count in counts]
        if len(set(times)) > 1:
            line = cell.line + int(site[1:].partition(":")[0]) - 1
            message = (
                f"this check is reached {', '.join(map(str, times))} times on three seeds: make it the same always"
            )
            found.append(Finding(file, line, message))
    return found
