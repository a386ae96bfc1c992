"""`autograder selftest`: run every attack on this machine, and say what holds here and what does not."""

from __future__ import annotations

import argparse
from collections.abc import Iterator

from autograder.judge.grader import Judge
from autograder.sandbox import HIGHEST, LEVELS
from autograder.selftest.cases import Case, honest, hostile
from autograder.selftest.run import QUICK, faults
from autograder.selftest.wires import TripWires


def main(argv: list[str]) -> int:
    """0 when everything held that should at the levels of this machine; 1 when something did not."""
    parser = argparse.ArgumentParser(prog="autograder selftest", description="Attack the judge on this machine.")
    parser.add_argument("cases", nargs="*", help="numbers or names of cases (default: all)")
    parser.add_argument("--level", type=int, choices=range(HIGHEST + 1), help="at this level (default: the highest)")
    parser.add_argument("--every-level", action="store_true", help="at every level that this machine has")
    options = parser.parse_args(argv)
    wanted = range(HIGHEST + 1) if options.every_level else [options.level]
    failed = [_at_level(level, options.cases) for level in wanted]
    return int(any(failed))


def _at_level(level: int | None, names: list[str]) -> bool:
    """Run the cases at one level; did anything fail?"""
    failed = open_here = count = 0
    with Judge(level=level, limits=QUICK) as judge, TripWires() as wires:
        if level is not None and judge.level < level:
            print(f"level {level} does not hold here: {judge.reasons.get(level, 'it was not tried')}")
            return False
        print(f"level {judge.level}, {LEVELS[judge.level].name}")
        for case in _chosen(names):
            if case.elsewhere:
                print(f"  not here {case.name:<21} {case.title} It needs {case.machine}.")
                continue
            if case.level > judge.level:
                open_here += 1
                print(f"  open    {case.name:<22} {case.title} Stopped from level {case.level} on.")
                continue
            count += 1
            found = faults(judge, case, wires)
            failed += bool(found)
            print(f"  {'FAILED' if found else 'holds ':<7} {case.name:<22} {case.title}", flush=True)
            for fault in found:
                print(f"          {fault}")
        print(f"{count - failed} of {count} hold at level {judge.level}; {open_here} need a higher level.")
        print(f"Left open at level {judge.level}: {LEVELS[judge.level].leaves_open}.\n")
    return failed > 0


def _chosen(names: list[str]) -> Iterator[Case]:
    for case in [*hostile(), *honest()]:
        if not names or any(case.name.startswith(name) for name in names):
            yield case
