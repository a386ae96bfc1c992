"""The same submissions through several graders, and one table: docs/benchmark-graders.md.

    .venv/bin/python tools/benchmark_graders.py

Hostile code is run. A grader that does not keep it in by itself is put into a box (`graders/box.py`); without
bubblewrap nothing is run. Environments, exercises and what was measured of each grader are kept in build/graders/.
"""

from __future__ import annotations

import argparse
import datetime
import json
import os
import sys
from dataclasses import asdict
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

from graders.adapter import ROOT, Grader
from graders.box import SECONDS, run
from graders.corpus import Try, plain, tries
from graders.counting import Fate, Load, Row, fate
from graders.load import measure
from graders.otter import Otter
from graders.page import page, table
from graders.stock_nbgrader import StockNbgrader
from graders.this_judge import ThisJudge

from minigrad import __version__

GRADERS: tuple[type[Grader], ...] = (ThisJudge, StockNbgrader, Otter)
PAGE = ROOT / "docs" / "benchmark-graders.md"
HOSTILE, HONEST = "eve", "zoe"  # in the order in which graders take them
MOST_AT_ONCE, MORE_SECONDS = 8, 60.0  # answers in one run, and the time that it has for each of them besides


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    names = [grader.name for grader in GRADERS]
    parser.add_argument("--only", action="append", choices=names, help="measure this grader, the others another time")
    parser.add_argument("--quick", action="store_true", help="every eighth answer and no load, and nothing is kept")
    parser.add_argument("--count", type=int, default=40, help="submissions of the class that is graded at once")
    parser.add_argument("--answers", type=int, default=20, help="submissions that come one at a time")
    parser.add_argument("--every", type=float, default=10.0, metavar="SECONDS", help="between two of these")
    options = parser.parse_args()
    asked = tries()[:: 8 if options.quick else 1]
    load = None if options.quick else (options.count, options.answers, options.every)
    rows = [measured(grader(), asked, load) for grader in GRADERS if grader.name in (options.only or names)]
    print(table(rows))
    if options.quick:
        return
    kept = [file for grader in GRADERS if (file := _file(grader())).is_file()]
    if len(kept) == len(GRADERS):
        PAGE.write_text(page([read(json.loads(file.read_text(encoding="utf-8"))) for file in kept]), encoding="utf-8")


def measured(grader: Grader, asked: list[Try], load: tuple[int, int, float] | None) -> Row:
    """Send everything through a grader; kept where a load was measured, too."""
    grader.install()
    grader.prepare()
    fates = sent(grader, [it for it in asked if it.hostile]) + sent(grader, [it for it in asked if not it.hostile])
    version = grader.packages[0].partition("==")[2] if grader.packages else __version__
    when = f"{datetime.date.today():%d %B %Y}"
    loaded = measure(grader, *load) if load else None
    row = Row(grader.name, version, grader.configured, when, os.getloadavg()[2], fates, loaded)
    if loaded:
        _file(grader).write_text(json.dumps(asdict(row), indent=1), encoding="utf-8")
    return row


def read(kept: dict) -> Row:
    """A row as it was kept."""
    fates, load = [Fate(**it) for it in kept["fates"]], Load(**kept["load"])
    return Row(**kept | {"fates": fates, "load": load})


def sent(grader: Grader, asked: list[Try]) -> list[Fate]:
    """What came of these answers: of a class at once where all is well, else of each half of it, down to single ones.

    The hostile ones have an honest neighbour, who comes last, where the grader grades a class in one run.
    """
    if len(asked) > (MOST_AT_ONCE if grader.together else 1):
        return [fate for part in _halves(asked) for fate in sent(grader, part)]
    hostile = any(it.hostile for it in asked)
    beside = grader.together and hostile
    learners = [f"{HOSTILE}{number}" for number in range(len(asked))]
    answers = {learner: (it.before, it.answer) for learner, it in zip(learners, asked, strict=True)}
    ran = run(grader, answers | ({HONEST: plain(1)} if beside else {}), SECONDS + len(asked) * MORE_SECONDS)
    fates = [
        fate(it, ran, ran.came.get(learner), ran.came.get(HONEST), beside)
        for learner, it in zip(learners, asked, strict=True)
    ]
    # Whose doing it was that something went wrong in a class, single runs tell.
    if len(asked) > 1 and not (ran.ended and all(it.points is not None and not it.hurt for it in fates)):
        return [fate for part in _halves(asked) for fate in sent(grader, part)]
    for it in fates:
        print(f"{grader.name}, {it.name}: {_told(it)}", file=sys.stderr, flush=True)
    return fates


def _halves(asked: list[Try]) -> tuple[list[Try], list[Try]]:
    middle = len(asked) // 2
    return asked[:middle], asked[middle:]


def _told(found: Fate) -> str:
    words = [what for what in ("forged", "leaked") if getattr(found, what)]
    return ", ".join([f"{found.points} points", *words, *found.hurt])


def _file(grader: Grader) -> Path:
    return grader.folder / "measured.json"


if __name__ == "__main__":
    main()
