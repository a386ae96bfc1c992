"""`autograder mutants`: every named wrong answer is caught by its own law, every other right answer keeps its points.

A file in solutions/mutants/NAME/ replaces the answer cell that it is named after and is judged on many seeds. This is
the proof that the tests test what they say: a wrong answer that survives one seed is a hole in a test.
"""

from __future__ import annotations

import argparse
import re
from collections import Counter
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from autograder.authoring.master import Master, MasterCell
from autograder.authoring.reference import reference_cells
from autograder.errors import CourseError, OurFault, UsageError
from autograder.intake import ReplayCell
from autograder.judge.command import add_json, write
from autograder.judge.grader import Judge
from autograder.judge.pool import Judges, cores
from autograder.judge.verdict import FULL, Result
from autograder.paths import Paths

SEEDS = 20
MOST_JUDGES = 8
ENOUGH = 4  # wrong answers for each exercise of these kinds, and one alternative
KINDS = "CFBJMAD"
_NAME = re.compile(r"(?P<answer>[A-Za-z0-9_]+?)__(?P<alt>alt__)?(?P<how>[A-Za-z0-9_]+)")
_LAW = re.compile(r"#\s*law:\s*(?P<law>.+)")


@dataclass(frozen=True)
class Variant:
    """An answer of ours: a wrong one with the law that must catch it, or a right one (law None)."""

    name: str
    answer: str
    law: str | None
    source: str


@dataclass
class Trial:
    """How a variant fared over all seeds."""

    variant: Variant
    seeds: int = 0
    survived: int = 0
    caught: Counter[str] = field(default_factory=Counter)  # law name -> seeds
    by_visible: int = 0
    lost: Counter[str] = field(default_factory=Counter)  # other tests that went down with it
    example: str = ""

    @property
    def problems(self) -> list[str]:
        """What is not as it must be, as sentences."""
        variant, found = self.variant, []
        if variant.law is None:
            return [f"{variant.name}: right, and loses points: {self.example}"] if self.lost else []
        if self.survived:
            found.append(f"{variant.name}: survives {self.survived} of {self.seeds} seeds")
        others = [law for law in self.caught if law != variant.law]
        if others:
            found.append(f"{variant.name}: caught under {', '.join(map(repr, others))}, not under {variant.law!r}")
        return found

    def to_json(self) -> dict[str, Any]:
        return {
            "name": self.variant.name,
            "answer": self.variant.answer,
            "law": self.variant.law,
            "seeds": self.seeds,
            "survived": self.survived,
            "caught": dict(self.caught),
            "visible": self.by_visible,
            "lost": dict(self.lost),
            "problems": self.problems,
        }


def main(argv: list[str]) -> int:
    """0 when every variant fares as it must, 1 when one does not."""
    parser = argparse.ArgumentParser(prog="autograder mutants", description="Judge all wrong and alternative answers.")
    parser.add_argument("name", nargs="?", help="one notebook (default: all)")
    parser.add_argument("--seeds", type=int, default=SEEDS, help=f"how many (default: {SEEDS})")
    parser.add_argument(
        "--only", action="append", default=[], metavar="EXERCISE", help="one exercise of NAME, as ex2_4; repeatable"
    )
    parser.add_argument("--require", type=int, metavar="N", help="refuse to judge below sandbox level N (0 to 3)")
    add_json(parser)
    options = parser.parse_args(argv)
    if options.seeds < 1:
        raise UsageError("--seeds wants at least 1")
    if options.only and not options.name:
        raise UsageError("--only wants the notebook too, as in `autograder mutants 02 --only ex2_4`")
    from autograder.authoring.build import full_name  # it brings nbformat, which `read_variants` below needs not

    paths = Paths.find()
    names = [full_name(paths, options.name)] if options.name else paths.names()
    with Judges(min(cores(), MOST_JUDGES), options.require) as judges:
        reports = [judge_variants(judges, paths, name, options.seeds, options.only) for name in names]
    found = [problem for report in reports for problem in report["problems"]]
    write(
        {"schema": 1, "level": judges.level, "seeds": options.seeds, "notebooks": reports, "problems": found},
        options.json,
        "\n".join([*(as_text(report) for report in reports), f"sandbox level {judges.level}"]),
    )
    return 1 if found else 0


def judge_variants(judges: Judges, paths: Paths, name: str, seeds: int, only: Collection[str] = ()) -> dict[str, Any]:
    """The report on one notebook, or on those of its exercises that are named."""
    master = Master.load(paths, name)
    chosen, trials = exercises_named(master, only), []
    variants = [it for it in read_variants(paths, master) if any(it.answer in test.answers for test in chosen)]
    for _, trial in judges.run(lambda judge, variant: try_variant(judge, master, variant, seeds), variants):
        if isinstance(trial, OurFault):
            raise trial
        trials.append(trial)
    trials.sort(key=lambda trial: trial.variant.name)  # as the files are, not as they came
    summary = summarise(chosen, trials)
    problems = [problem for trial in trials for problem in trial.problems]
    problems += [problem for exercise in summary for problem in exercise["problems"]]
    return {
        "notebook": name,
        "variants": [trial.to_json() for trial in trials],
        "exercises": summary,
        "problems": problems,
    }


def exercises_named(master: Master, names: Collection[str]) -> list[MasterCell]:
    """The tests of these exercises, all of them when none is named."""
    wanted = {name.removesuffix("_test") for name in names}
    there = {test.grade_id.removesuffix("_test"): test for test in master.tests if test.grade_id}
    if unknown := wanted - set(there):
        raise UsageError(f"{master.name} has no exercise {', '.join(sorted(unknown))}: it has {', '.join(there)}")
    return [test for name, test in there.items() if name in wanted or not wanted]


def read_variants(paths: Paths, master: Master) -> list[Variant]:
    """The files of a notebook's wrong and alternative answers."""
    answers = {str(cell.grade_id) for cell in master.cells if cell.role == "answer"}
    return [_read(file, answers) for file in sorted((paths.mutants / master.name).glob("*.py"))]


def _read(file: Path, answers: set[str]) -> Variant:
    named = _NAME.fullmatch(file.stem)
    if not named or named["answer"] not in answers:
        raise CourseError("name it exN_M__misconception.py or exN_M__alt__how.py, after an answer cell", file)
    text = file.read_text(encoding="utf-8")
    first, _, rest = text.partition("\n")
    law = _LAW.fullmatch(first.strip())
    if named["alt"]:
        return Variant(file.stem, named["answer"], None, text)
    if not law:
        raise CourseError("the first line says which law catches it: `# law: its name`", file, 1)
    return Variant(file.stem, named["answer"], law_name(law["law"]), rest)


def law_name(law: str) -> str:
    return law.partition(":")[0].strip()


def with_answer(master: Master, answer: str, source: str) -> list[ReplayCell]:
    """The reference's notebook with one answer replaced."""
    cells = reference_cells(master)
    return [
        ReplayCell(cell.kind, cell.grade_id, cell.cell_id, source) if cell.grade_id == answer else cell
        for cell in cells
    ]


def try_variant(judge: Judge, master: Master, variant: Variant, seeds: int) -> Trial:
    """Judge a variant on seeds that are the same every time."""
    trial = Trial(variant)
    cells = with_answer(master, variant.answer, variant.source)
    own = {str(cell.grade_id) for cell in master.tests if variant.answer in cell.answers}
    tests = {str(cell.grade_id) for cell in master.tests}
    for number in range(seeds):
        _note(trial, own, tests, judge.grade(master, cells, f"{variant.name} {number}".encode(), verdict_only=True))
        if not number:  # what a variant does to the rest of the notebook does not hang on the seed: once is enough
            cells, tests = as_far_as(cells, own), own
    return trial


def as_far_as(cells: list[ReplayCell], own: set[str]) -> list[ReplayCell]:
    """The cells up to the last of these tests, without other tests."""
    last = max((index for index, cell in enumerate(cells) if cell.grade_id in own), default=len(cells))
    return [cell for cell in cells[: last + 1] if cell.kind != "test" or cell.grade_id in own]


def _note(trial: Trial, own: set[str], judged: set[str], result: Result) -> None:
    trial.seeds += 1
    failed = [cell for cell in result.cells if cell.grade_id in judged and cell.outcome not in FULL]
    for cell in failed:
        if cell.grade_id not in own or trial.variant.law is None:
            trial.lost[cell.grade_id] += 1
    caught = [cell for cell in failed if cell.grade_id in own]
    if not caught:
        trial.survived += 1
    for cell in caught:
        trial.caught[law_name(cell.law)] += 1
        trial.by_visible += not cell.visible
    if failed:
        trial.example = f"{failed[0].grade_id} {failed[0].outcome}: {failed[0].law} · {failed[0].message}"


def summarise(tests: Iterable[MasterCell], trials: Iterable[Trial]) -> list[dict[str, Any]]:
    """Each exercise: how many wrong and right variants, and what share of the wrong ones visible checks catch."""
    trials = list(trials)
    found = []
    for test in tests:
        mine = [trial for trial in trials if trial.variant.answer in test.answers]
        wrong = [trial for trial in mine if trial.variant.law is not None]
        visible = sum(trial.by_visible == trial.seeds for trial in wrong)
        problems = []
        if test.kind and test.kind in KINDS:
            if len(wrong) < ENOUGH:
                problems.append(f"{test.grade_id}: {len(wrong)} wrong answers; it needs {ENOUGH}")
            if len(mine) == len(wrong):
                problems.append(f"{test.grade_id}: no alternative right answer; it needs one")
        found.append(
            {
                "grade_id": test.grade_id,
                "kind": test.kind,
                "wrong": len(wrong),
                "alternatives": len(mine) - len(wrong),
                "caught_by_visible": visible,
                "visible_share": round(visible / len(wrong), 3) if wrong else None,
                "problems": problems,
            }
        )
    return found


def as_text(report: dict[str, Any]) -> str:
    lines = [report["notebook"]]
    for exercise in report["exercises"]:
        share = (
            "" if exercise["visible_share"] is None else f", {exercise['visible_share']:.0%} caught by visible checks"
        )
        lines.append(f"  {exercise['grade_id']}: {exercise['wrong']} wrong, {exercise['alternatives']} right{share}")
        answer = exercise["grade_id"].removesuffix("_test")
        for variant in report["variants"]:
            if variant["answer"] == answer:
                lines.append(f"    {variant['name']:<48} {_fate(variant)}")
    lines += [f"  not right: {problem}" for problem in report["problems"]]
    return "\n".join(lines)


def _fate(variant: dict[str, Any]) -> str:
    if variant["law"] is None:
        return "loses points" if variant["lost"] else "full marks"
    if variant["survived"]:
        return f"SURVIVES {variant['survived']} of {variant['seeds']}"
    where = {0: "hidden", variant["seeds"]: "visible"}.get(variant["visible"], "visible on some seeds")
    return f"{', '.join(variant['caught'])} ({where})"
