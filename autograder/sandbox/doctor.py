"""`autograder doctor`: what stands between learners' code and this machine, and how to get more."""

from __future__ import annotations

import argparse
import os
import platform
import textwrap

from autograder.judge.grader import Judge
from autograder.sandbox import HIGHEST, LEVELS, Level


def main(argv: list[str]) -> int:
    """0 when judging works here, at whatever level; 3 when it does not."""
    parser = argparse.ArgumentParser(prog="autograder doctor", description="Say which sandbox levels hold here.")
    parser.parse_args(argv)
    system = f"{platform.system()} {platform.release()}, {platform.machine()}"
    print(f"Python {platform.python_version()} on {system}, {_who()}.")
    with Judge() as judge:
        for level in LEVELS:
            print(_wrapped("  " + describe(level, judge.level, judge.reasons, judge.way)))
        print(_wrapped(_summary(judge.level)))
    return 0


def describe(level: Level, reached: int, reasons: dict[int, str], way: str = "") -> str:
    """A level in a few sentences: whether it holds here, what it stops and leaves open, and how to get it."""
    what = f"With it, {level.stops}. It leaves open: {level.leaves_open}."
    if level.number <= reached:
        by = f" (by {way})" if way and level.number == HIGHEST else ""
        return f"Level {level.number}, {level.name}: holds{by}. {what}"
    why = reasons.get(level.number, "the level below is missing")
    return f"Level {level.number}, {level.name}: does not hold here ({why}). {what} To get it: {level.how}."


def _summary(reached: int) -> str:
    text = f"Judging happens at level {reached}; what it leaves open is said above, and more in docs/instructor.md."
    return text + f" `autograder selftest` tries it out; `--require {reached}` refuses to judge below it."


def _who() -> str:
    root = hasattr(os, "geteuid") and os.geteuid() == 0
    return "as root, whose rights a worker gives up" if root else "as an ordinary user"


def _wrapped(text: str) -> str:
    return textwrap.fill(text, 110, subsequent_indent="    ")
