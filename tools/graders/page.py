"""docs/benchmark-graders.md, from what was measured; its words are in page.md."""

from __future__ import annotations

import os
import platform
from collections.abc import Sequence
from pathlib import Path
from string import Template

from graders.box import DISK, MEMORY, SECONDS, TASKS
from graders.corpus import left_out
from graders.counting import MANY_TASKS, MUCH_MEMORY, Fate, Row
from graders.exercise import POINTS

WORDS = Path(__file__).with_name("page.md")
HEAD = (
    "grader",
    "forged",
    "leaked",
    "hurt",
    "fair points lost",
    "submissions a second",
    "computing each",
    "95 % within",
)


def table(rows: Sequence[Row]) -> str:
    """One line for each grader."""
    return "\n".join(_line(cells) for cells in (HEAD, ["---"] * len(HEAD), *map(_cells, rows)))


def _cells(row: Row) -> list[str]:
    load, measured = row.load, ["-"] * 3
    if load:
        measured = [f"{load.a_second:.2f}", f"{load.computing / load.count:.2f} s", f"{load.slow:.0f} s"]
    counts = [row.count(what) for what in HEAD[1:4]]
    return [f"{row.grader} {row.version}", *counts, row.lost, *measured]


def _line(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"


def details(rows: Sequence[Row]) -> str:
    """Each answer, with what became of it at each grader."""
    lines = [["answer", *(row.grader for row in rows)], ["---"] * (len(rows) + 1)]
    for fates in zip(*(row.fates for row in rows), strict=True):
        number = f"{fates[0].name.split('_')[0]} " if fates[0].hostile else ""
        lines.append([number + fates[0].title.replace("|", "\\|"), *map(_told, fates)])
    return "\n".join(map(_line, lines))


def _told(fate: Fate) -> str:
    said = ["no grade" if fate.points is None else f"{fate.points:g} of {POINTS:g}"]
    said += [f"**{what}**" for what in ("forged", "leaked") if getattr(fate, what)]
    said += [f"**hurt**: {', '.join(fate.hurt)}"] if fate.hurt else []
    said += [] if fate.ended else ["ended by the benchmark"]
    return "; ".join(said)


def page(rows: Sequence[Row]) -> str:
    """The whole file."""
    load = next(row.load for row in rows if row.load)
    return Template(WORDS.read_text(encoding="utf-8")).substitute(
        table=table(rows),
        details=details(rows),
        configured="\n".join(f"* **{row.grader} {row.version}**: {row.configured}." for row in rows),
        dates=" and ".join(sorted({row.when for row in rows})),
        system=f"{platform.system()} with Python {platform.python_version()} and {os.cpu_count()} cores",
        busy=", ".join(f"{row.busy:.0f} for {row.grader}" for row in rows),
        points=f"{POINTS:g}",
        left_out=left_out(),
        many=MANY_TASKS,
        much=MUCH_MEMORY,
        count=load.count,
        answers=len(load.answers),
        every=f"{load.every:g}",
        memory=MEMORY >> 30,
        tasks=TASKS,
        disk=DISK >> 20,
        seconds=f"{SECONDS:.0f}",
    )
