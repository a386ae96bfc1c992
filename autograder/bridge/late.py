"""What late work costs reaches the gradebook: nbgrader's own field, so formgrader, feedback and export know it.

`autograder grade` and the steps of `nbgrader autograde` ask the same class. So do `nbgrader generate_feedback`
and both exports: no more is taken off than there is, and reading essays changes how much that is.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from nbformat import NotebookNode
from nbgrader.api import Gradebook
from nbgrader.coursedir import CourseDirectory
from nbgrader.plugins import LateSubmissionPlugin
from nbgrader.preprocessors import AssignLatePenalties

from autograder.bridge.clean import PageStep
from autograder.bridge.report import number
from autograder.errors import UsageError
from autograder.late.lateness import Late, LateWork
from autograder.paths import Paths


@dataclass(frozen=True)
class Charge:
    """A late hand-in, and the points that are taken off for it."""

    late: Late
    points: float

    def __str__(self) -> str:
        return f"{self.late}: {f'{number(round(self.points, 2))} points off' if self.points else 'costs nothing'}"


class LatePenalties(PageStep, AssignLatePenalties):
    """In the place of nbgrader's step: classroom/late.toml decides, and where it says nothing, nbgrader's plug-in."""

    def __init__(self, **settings: Any):
        super().__init__(**settings)
        self.init_plugin()

    def preprocess(self, nb: NotebookNode, resources: Any) -> tuple[NotebookNode, Any]:
        names, coursedir = resources["nbgrader"], self.parent.parent.coursedir
        with Gradebook(names["db_url"], coursedir.course_id) as gradebook:
            notebook = gradebook.find_submission_notebook(names["notebook"], names["assignment"], names["student"])
            charge = self.charge(late_work_of(coursedir), notebook)
            gradebook.db.commit()
        if charge is not None:
            self.log.warning("%s, %s: %s", names["student"], names["assignment"], charge)
        return nb, resources

    def charge(self, late_work: LateWork, notebook: Any) -> Charge | None:
        """Set the penalty of a submitted notebook whose grades the database has; the caller commits."""
        charge = self.work_out(late_work, notebook)
        notebook.late_submission_penalty = (charge.points or None) if charge else None
        return charge

    def work_out(self, late_work: LateWork, notebook: Any) -> Charge | None:
        """What is to be taken off for a submitted notebook with the points that it has now; nothing is set."""
        submission = notebook.assignment
        learner, assignment = submission.student_id, submission.assignment
        late = late_work.of(
            learner, assignment.name, submission.timestamp, assignment.duedate, granted=submission.extension
        )
        if late is None:
            return None
        return Charge(late, self._points(late_work, late, learner, notebook) if late.days else 0.0)

    def _points(self, late_work: LateWork, late: Late, learner: str, notebook: Any) -> float:
        self.demand_one_rule(late_work)
        off = late_work.rules.points_off(late.days, notebook.max_score)
        if off is None:  # a plug-in may want seconds where nobody knows how many
            off = self.plugin_inst.late_submission_penalty(learner, notebook.score, late.seconds or 1)
        return float(min(max(off or 0.0, 0.0), notebook.score))

    def demand_one_rule(self, late_work: LateWork) -> None:
        """Raise UsageError when the file and a plug-in both say what late work costs."""
        theirs = type(self.plugin_inst) is not LateSubmissionPlugin or self.plugin_inst.penalty_method != "none"
        if theirs and late_work.rules.percent_per_day is not None:
            raise UsageError(
                "classroom/late.toml and nbgrader_config.py both say what late work costs: take percent_per_day out of "
                "the one, or the plug-in out of the other"
            )


def late_work_of(coursedir: CourseDirectory) -> LateWork:
    """What the course of this folder says about late work."""
    return LateWork.read(Paths.find(Path(coursedir.root)))


def charge_again(gradebook: Gradebook, coursedir: CourseDirectory) -> None:
    """Work out all penalties once more: points that a person gave since are there to be taken off, too."""
    late_work, penalties = late_work_of(coursedir), LatePenalties(config=coursedir.config)
    for assignment in gradebook.assignments:
        for submission in assignment.submissions:
            for notebook in submission.notebooks:
                penalties.charge(late_work, notebook)
    gradebook.db.commit()
