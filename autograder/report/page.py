"""The page: one file of HTML that needs nothing else, no network and no script, and runs nothing of a learner's.

All text goes through the template, which escapes it; only the pictures, which have no text of a learner's, are put in
as they are.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from autograder.report import plots
from autograder.report.behind import DROP, LOW
from autograder.report.book import Chapter, Report
from autograder.report.exercises import FATES
from autograder.report.misconceptions import spelled
from autograder.report.statistics import EACH, ENOUGH, FEW, Estimate, quartiles

WHO = 6  # learners that are named at once; the tables have all
ROWS = 12  # of a table that unfolds further
BEHIND = 60


def page(report: Report) -> str:
    """The whole report as HTML."""
    environment = Environment(
        loader=PackageLoader("autograder.report"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters |= {"percent": _percent, "number": _number, "signed": _signed}
    environment.filters |= {"interval": _interval, "seconds": _seconds}
    return environment.get_template("report.html").render(
        title=", ".join(chapter.found.name for chapter in report.chapters),
        report=report,
        parts=[_part(report, chapter) for chapter in report.chapters],
        who=lambda learners: _who(report, learners),
        fates=FATES,
        few=FEW,
        enough=ENOUGH,
        each=EACH,
        low=LOW,
        drop=DROP,
        rows=ROWS,
        course=_course(report) if len(report.chapters) > 1 else None,
        small=max(len(chapter.found.works) for chapter in report.chapters) < FEW,
    )


def _part(report: Report, chapter: Chapter) -> dict[str, Any]:
    found, exercises = chapter.found, chapter.exercises
    works = [work for work in found.works if work.readable]
    scores = [work.score for work in works]
    many = len(works) >= FEW
    laws = [(each, law) for each in exercises for law in each.laws]
    return {
        "name": found.name,
        "found": found,
        "exercises": exercises,
        "equal": chapter.equal,
        "adversarial": any(each.kind == "A" for each in exercises),
        "times": chapter.times,
        "why_no_suggestions": chapter.why_no_suggestions,
        "absent": report.absent[found.name],
        "readable": len(works),
        "partial": any(each.right and abs((each.points or 0) - each.right.value) > 1e-9 for each in exercises),
        "works": sorted(works, key=lambda work: (-work.score, report.names.of(work.learner))),
        "unreadable": [work.learner for work in found.works if not work.readable],
        "waiting": sum(work.waiting for work in works),
        "other": Counter(work.other for work in works if work.other),
        "quartiles": quartiles(scores),
        "mean": sum(scores) / len(scores) if many else None,
        "points_plot": Markup(plots.points(found.name, scores, found.max_score)) if many else "",
        "fates_plot": Markup(plots.fates(found.name, exercises)) if many else "",
        "items_plot": Markup(plots.items(found.name, exercises)) if many else "",
        "there": [fate for fate in FATES if any(each.counts.get(fate) for each in exercises)],
        "many": many,
        "laws": sorted(laws, key=lambda pair: -len(pair[1].learners)),
        "suggestions": _suggestions(chapter),
        "unlike": sum(len(one.unlike) for one in chapter.suggestions.values()),
        "unknown": sum(len(one.unknown) for one in chapter.suggestions.values()),
    }


def _suggestions(chapter: Chapter) -> list[dict[str, Any]]:
    """The most frequent first."""
    rows = [
        {"exercise": each, "mutants": list(map(spelled, one.mutants)), "same": one.same_finding, "who": one.learners}
        for each in chapter.exercises
        if each.grade_id in chapter.suggestions
        for one in chapter.suggestions[each.grade_id].found
    ]
    return sorted(rows, key=lambda row: (-len(row["who"]), len(row["mutants"])))


def _course(report: Report) -> dict[str, Any]:
    columns = list(zip(*(way.shares for way in report.courses), strict=True))
    middles = [quartiles([share for share in column if share is not None]) for column in columns]
    behind = [way for way in report.courses if way.reasons]
    names = [chapter.found.name for chapter in report.chapters]
    return {
        "names": names,
        "plot": Markup(plots.course(names, middles)) if any(middles) else "",
        "behind": behind[:BEHIND],
        "more": max(0, len(behind) - BEHIND),
        "everybody": len(report.courses),
    }


def _who(report: Report, learners: Sequence[str]) -> str:
    names = sorted(map(report.names.of, learners))
    more = f" and {len(names) - WHO} more" if len(names) > WHO else ""
    return ", ".join(names[:WHO]) + more


def _percent(value: float) -> str:
    return f"{value:.0%}"


def _number(value: float) -> str:
    """Points as a person writes them: 3, not 3.0, and no more than two places."""
    return f"{round(value, 2):g}"


def _signed(value: float, places: int = 2) -> str:
    """A correlation with a true minus sign, and none before a zero."""
    return f"{round(value, places) + 0.0:.{places}f}".replace("-", "−")


def _interval(one: Estimate, scale: int) -> str:
    places = 0 if scale == 100 else 2
    return f"{_signed(scale * one.low, places)} to {_signed(scale * one.high, places)}"


def _seconds(value: float) -> str:
    return f"{value:.1f} s" if value < 100 else f"{value / 60:.0f} min"
