"""`autograder doctor`: what stands between learners' code and this machine, and how to get more."""

from __future__ import annotations

import argparse
import os
import platform
import textwrap

from autograder.errors import OurFault
from autograder.judge.grader import Judge
from autograder.sandbox import GRADING, HIGHEST, LEVELS, Level


def main(argv: list[str]) -> int:
    """0 when judging works here, at whatever level; 3 when it does not."""
    parser = argparse.ArgumentParser(prog="autograder doctor", description="Say which sandbox levels hold here.")
    parser.parse_args(argv)
    system = f"{platform.system()} {platform.release()}, {platform.machine()}"
    print(f"Python {platform.python_version()} on {system}, {_who()}.")
    try:
        with Judge() as judge:
            _say(judge.level, judge.reasons, judge.way)
    except OurFault as fault:  # such as a system without fork: what is said of the levels is worth knowing there too
        _say(-1, {0: str(fault)})
        return fault.exit_code
    return 0


def _say(reached: int, reasons: dict[int, str], way: str = "") -> None:
    for level in LEVELS:
        print(_wrapped("  " + describe(level, reached, reasons, way)))
    print(_wrapped(_summary(reached)))


def describe(level: Level, reached: int, reasons: dict[int, str], way: str = "") -> str:
    """A level in a few sentences: whether it holds here, what it stops and leaves open, and how to get it."""
    what = f"With it, {level.stops}. It leaves open: {level.leaves_open}."
    if level.number <= reached:
        by = f" (by {way})" if way and level.number == HIGHEST else ""
        return f"Level {level.number}, {level.name}: holds{by}. {what}"
    why = reasons.get(level.number, "the level below is missing")
    # Each level is made of the ones below it too.
    how = level.how if level.number <= reached + 1 else f"level {level.number - 1} first; then {level.how}"
    return f"Level {level.number}, {level.name}: does not hold here ({why}). {what} To get it: {how}."


def _summary(reached: int) -> str:
    if reached < 0:
        return "Nothing can be judged here. Everything else works: build, pack, collect, check and the notebooks."
    text = f"Judging happens at level {reached}; what it leaves open is said above, and more in docs/instructor.md."
    text += " `autograder selftest` tries it out."
    if reached < GRADING:
        return text + (
            f" Marks are refused below level {GRADING}, where an answer can read the solutions; the demonstration, "
            "`selftest` and `mutants` run."
        )
    return text + f" `--require {reached}` refuses to judge below it; without it, marks are refused below {GRADING}."


def _who() -> str:
    root = hasattr(os, "geteuid") and os.geteuid() == 0
    return "as root, whose rights a worker gives up" if root else "as an ordinary user"


def _wrapped(text: str) -> str:
    return textwrap.fill(text, 110, subsequent_indent="    ")
