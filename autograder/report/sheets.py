"""The tables of a report for a spreadsheet: no cell of them is run as a formula."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from autograder.bridge.export import guarded
from autograder.report.book import Chapter, Report
from autograder.report.exercises import FATES, fate
from autograder.report.misconceptions import spelled
from autograder.report.statistics import Estimate

Row = Sequence[Any]


def sheets(report: Report) -> dict[str, str]:
    """The text of each CSV file by what it is about: exercises, answers and learners."""
    return {
        "exercises": _text(exercise_rows(report)),
        "answers": _text(answer_rows(report)),
        "learners": _text(learner_rows(report)),
    }


def exercise_rows(report: Report) -> Iterator[Row]:
    """A row for each exercise. Empty where there are too few learners to say anything."""
    estimates = [f"{name}{what}" for name in ("all_points", "discrimination") for what in ("", "_low", "_high", "_n")]
    yield ["notebook", "exercise", "grade_id", "title", "kind", "max_points", "learners", *FATES, "mean", *estimates]
    for chapter in report.chapters:
        for each in chapter.exercises:
            counts = [each.counts.get(fate, 0) for fate in FATES]
            mean = None if each.points is None or each.right is None else round(each.points, 4)
            about = [chapter.found.name, each.label, each.grade_id, each.title, each.kind, each.max_points, each.n]
            yield [*about, *counts, mean, *_estimate(each.right), *_estimate(each.goes_with)]


def answer_rows(report: Report) -> Iterator[Row]:
    """A row for each learner and exercise. `fails_as` names the mutants that fail so, if any."""
    yield [
        *("notebook", "learner", "exercise", "grade_id", "points", "max_points", "outcome", "law"),
        *("fails_as", "same_finding"),
    ]
    for chapter in report.chapters:
        suggested = _suggested(chapter)
        laws = {
            (each.grade_id, learner): f"{law.name}: {law.sentence}" if law.sentence else law.name
            for each in chapter.exercises
            for law in each.laws
            for learner in law.learners
        }
        rows: list[Row] = []
        for work in chapter.found.works:
            for each in chapter.exercises:
                key = (each.grade_id, work.learner)
                came = fate(work, each.grade_id) if work.readable else "unreadable"
                about = [chapter.found.name, report.names.of(work.learner), each.label, each.grade_id]
                marks = [work.points[each.grade_id], each.max_points, came]
                rows.append([*about, *marks, laws.get(key), *suggested.get(key, (None, None))])
        yield from sorted(rows, key=lambda row: row[1])  # ids are in order, and numbers must not follow it


def learner_rows(report: Report) -> Iterator[Row]:
    """A row for everybody in the class: the share of the points in each notebook, and whether they fall behind."""
    names = [chapter.found.name for chapter in report.chapters]
    yield ["learner", *names, "not_handed_in", "falls_behind"]
    rows: list[Row] = [
        [
            report.names.of(way.learner),
            *(None if share is None else round(share, 4) for share in way.shares),
            " ".join(way.missing),
            "; ".join(way.reasons),
        ]
        for way in report.courses
    ]
    yield from sorted(rows, key=lambda row: row[0])


def _suggested(chapter: Chapter) -> dict[tuple[str, str], tuple[str, str]]:
    return {
        (grade_id, learner): (" | ".join(map(spelled, one.mutants)), "yes" if one.same_finding else "no")
        for grade_id, of_one in chapter.suggestions.items()
        for one in of_one.found
        for learner in one.learners
    }


def _estimate(one: Estimate | None) -> Row:
    return (None,) * 4 if one is None else (round(one.value, 4), round(one.low, 4), round(one.high, 4), one.n)


def _text(rows: Iterable[Row]) -> str:
    file = io.StringIO()
    writer = csv.writer(file, lineterminator="\n")
    for row in rows:
        writer.writerow([guarded(value) for value in row])
    return file.getvalue()
