"""What a person should look at before a mark counts: a zero can be the answer to another question."""

from __future__ import annotations

from autograder.intake import Submission
from autograder.runs.handed_in import Verdict
from autograder.runs.releases import MADE_FROM
from autograder.weave import ANSWERS, ReplayCell


def remarks(verdict: Verdict) -> list[str]:
    """Sentences about one learner's hand-in for whoever reads the table of the class."""
    return remarks_on(verdict.master.name, verdict.submission, verdict.woven)


def remarks_on(name: str, submission: Submission, woven: list[ReplayCell]) -> list[str]:
    """The same, of a file that was set into the release of the notebook `name`.

    woven: all cells, those that were not handed in among them
    """
    if submission.problem is not None:
        return []
    found = [note for note in submission.notes if "(nbformat" in note or note.startswith(MADE_FROM)]
    if is_another(submission, woven):
        found.insert(
            0,
            f"It is not {name}, whatever its name says: none of that notebook's answer cells is in it. Ask for the "
            "right file; until then the points are those of an empty one.",
        )
    return found


def is_another(submission: Submission, woven: list[ReplayCell]) -> bool:
    """Is it a notebook, and not the one that it is named after? Then none of that one's answer cells is in it."""
    kinds = {cell.kind for cell in woven}
    return submission.problem is None and "missing" in kinds and not kinds & set(ANSWERS)
