"""`autograder mutants`: wrong answers are caught, right ones accepted, and what hidden parts declare is true.

The named answers are the files in solutions/mutants/NAME/, each of which replaces the answer cell that it is named
after. A program makes further forms of the right ones, and takes the declared sections out of the tests.
"""

from __future__ import annotations

import argparse
from collections.abc import Collection, Iterable
from typing import Any

from autograder.authoring.masters import full_name, load_master
from autograder.authoring.mutants.accepted import forms_of, rejected
from autograder.authoring.mutants.declarations import claims, untrue
from autograder.authoring.mutants.hanging import undeclared
from autograder.authoring.mutants.rounds import each_judged
from autograder.authoring.mutants.trials import summarise, try_variant
from autograder.authoring.mutants.variants import exercises_named, read_variants
from autograder.errors import UsageError
from autograder.judge.pool import Judges, cores
from autograder.options import add_json, write
from autograder.paths import Paths

SEEDS = 20
MOST_JUDGES = 8


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
    paths = Paths.find()
    names = [full_name(paths, options.name)] if options.name else paths.assignments()
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
    master = load_master(paths, name)
    chosen = exercises_named(master, only)
    variants = [it for it in read_variants(paths, master) if any(it.answer in test.answers for test in chosen)]
    tried = each_judged(judges, lambda judge, it: try_variant(judge, master, it, seeds), variants, "answers: ")
    trials = [trial for _, trial in tried]
    trials.sort(key=lambda trial: trial.variant.name)  # as the files are, not as they came
    said = list(claims(chosen, variants))
    looked_at = each_judged(judges, lambda judge, it: untrue(judge, master, it, seeds), said, "declared sections: ")
    false = [sentence for _, sentence in looked_at if sentence]
    right = [trial.variant for trial in trials if trial.variant.law is None and not trial.problems]
    made = list(forms_of(master, chosen, right))
    lost = rejected(judges, master, made)
    summary = summarise(chosen, trials)
    problems = [problem for trial in trials for problem in trial.problems]
    problems += [problem for exercise in summary for problem in exercise["problems"]]
    problems += undeclared(judges, master, chosen, variants, seeds)
    problems += [
        *sorted(false),
        *(f"{form}: right, and loses points: {problem}" for form, problem in lost.items()),
    ]
    return {
        "notebook": name,
        "variants": [trial.to_json() for trial in trials],
        "exercises": summary,
        "declared": [claim.name for claim in said],
        "forms": [{"name": form.name, "answer": form.answer, "problem": lost.get(form.name, "")} for form in made],
        "problems": problems,
    }


def as_text(report: dict[str, Any]) -> str:
    lines = [report["notebook"]]
    for exercise in report["exercises"]:
        share = (
            "" if exercise["visible_share"] is None else f", {exercise['visible_share']:.0%} caught by visible checks"
        )
        lines.append(f"  {exercise['grade_id']}: {exercise['wrong']} wrong, {exercise['alternatives']} right{share}")
        answer = exercise["grade_id"].removesuffix("_test")
        lines += [f"    {what}" for what in _counted(report, exercise["grade_id"], answer)]
        for variant in report["variants"]:
            if variant["answer"] == answer:
                lines.append(f"    {variant['name']:<48} {_fate(variant)}")
    lines += [f"  not right: {problem}" for problem in report["problems"]]
    return "\n".join(lines)


def _counted(report: dict[str, Any], grade_id: str, answer: str) -> Iterable[str]:
    mine = [form for form in report["forms"] if form["answer"] == answer]
    yield f"{len(mine)} forms of right answers, {sum(not form['problem'] for form in mine)} with full marks"
    if declared := sum(claim.startswith(f"{grade_id}, ") for claim in report["declared"]):
        yield f"{declared} wrong answers that only one section is to catch"


def _fate(variant: dict[str, Any]) -> str:
    if variant["law"] is None:
        return "loses points" if variant["lost"] else "full marks"
    if variant["survived"]:
        return f"SURVIVES {variant['survived']} of {variant['seeds']}"
    where = {0: "hidden", variant["seeds"]: "visible"}.get(variant["visible"], "visible on some seeds")
    return f"{', '.join(variant['caught'])} ({where})"
