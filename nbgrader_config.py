"""nbgrader for this course: the commands and formgrader are nbgrader's own, some of their steps are ours.

Run `nbgrader` from this folder. Taking out everything below "Steps" leaves stock nbgrader: the same notebooks grade
there too, with its kernel and its rules (docs: what that costs).
"""

import os
import sys
import warnings
from pathlib import Path

from nbconvert.preprocessors import CSSHTMLHeaderPreprocessor
from nbgrader.preprocessors import CheckCellMetadata, OverwriteCells, OverwriteKernelspec
from sqlalchemy.exc import SAWarning

from autograder.authoring.preprocessors import RELEASE_STEPS
from autograder.bridge.clean import CleanOutputs, highlight_code, markdown2html, strip_files_prefix
from autograder.bridge.essays import BesideEssays
from autograder.bridge.execute import JudgeExecute
from autograder.bridge.export import GuardedExport
from autograder.bridge.exporter import RebuildExporter
from autograder.bridge.feedback import HideTests, Marks
from autograder.bridge.fresh import FeedbackExporter
from autograder.bridge.late import LatePenalties
from autograder.bridge.links import remove_links
from autograder.bridge.pages import TEMPLATES, mathjax
from autograder.bridge.release import ReleaseFeedback
from autograder.bridge.save import SaveVerdicts

# nbgrader calls alembic and others by name; they stand beside the interpreter that runs it.
os.environ["PATH"] = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")])

# nbgrader 0.9.6 builds its rows in an order that SQLAlchemy 2 remarks on, at length, for each first submission.
warnings.filterwarnings("ignore", message="Object of type <Submitted", category=SAWarning)

c = get_config()  # noqa: F821  (given to configuration files by traitlets)

# --- Layout
root = Path(__file__).resolve().parent
(root / "classroom").mkdir(exist_ok=True)  # git ignores it, so a fresh clone has none, and SQLite makes no folders
c.CourseDirectory.root = str(root)
c.CourseDirectory.source_directory = "build/source"
c.CourseDirectory.release_directory = "course"
c.CourseDirectory.submitted_directory = "classroom/submitted"
c.CourseDirectory.autograded_directory = "classroom/autograded"
c.CourseDirectory.feedback_directory = "classroom/feedback"
c.CourseDirectory.db_url = "sqlite:///" + str(root / "classroom" / "gradebook.db")

# --- Steps
c.GenerateAssignment.preprocessors = RELEASE_STEPS

c.Autograde.exporter_class = RebuildExporter  # reads and rebuilds; has everything judged before nbgrader deletes
c.RebuildExporter.require = 2  # refuse to grade below this sandbox level, as `autograder grade --require 2` does
c.Autograde.pre_convert_hook = remove_links
c.Autograde.sanitize_preprocessors = [OverwriteKernelspec, OverwriteCells, CheckCellMetadata]
c.Autograde.autograde_preprocessors = [
    JudgeExecute,  # for Execute
    CleanOutputs,
    SaveVerdicts,  # for SaveAutoGrades
    LatePenalties,  # for AssignLatePenalties: classroom/late.toml and extensions.csv
    CheckCellMetadata,
]
c.GenerateFeedback.exporter_class = FeedbackExporter  # makes a page anew when a mark has changed
c.GenerateFeedback.preprocessors = [Marks, HideTests, CleanOutputs, CSSHTMLHeaderPreprocessor]  # Marks for GetGrades
# Formgrader and feedback: what a learner wrote in Markdown is cleaned when it has become HTML, in bounded time.
c.HTMLExporter.filters = {
    "markdown2html": markdown2html,
    "highlight_code": highlight_code,
    "strip_files_prefix": strip_files_prefix,
    "mathjax": lambda _: mathjax(),
}

# Pages by our templates, which take nbgrader's and change a little; MathJax is in them.
c.HTMLExporter.extra_template_basedirs = TEMPLATES
c.HTMLExporter.template_file = "course.html.j2"
c.HTMLExporter.preprocessors = [BesideEssays]

# --- Out: feedback by the exchange, and the table for a spreadsheet or a learning platform
c.ExchangeFactory.release_feedback = ReleaseFeedback
c.ExportApp.plugin_class = GuardedExport
