"""The names that learning platforms write: whose a file is, and which notebook.

Moodle, "Download all submissions", with and without folders. The number is the participant's in this assignment;
Moodle writes a space for each underscore in a person's name, so the first underscore ends it:

    Ada Lovelace_123456_assignsubmission_file/05_custom_functions.ipynb
    Ada Lovelace_123456_assignsubmission_file_05_custom_functions.ipynb

Canvas, "Download Submissions": name, LATE when it was, the learner's number, the upload's number; -1, -2 and so on for
further uploads. All files lie side by side. A name may have underscores, and numbers too at its end:

    lovelaceada_4711_98765_05_custom_functions.ipynb
    lovelaceada_LATE_4711_98765_05_custom_functions-1.ipynb

What follows the platform's part is the learner's own word, and so is everything below a folder that Moodle named.
`layout` therefore asks these patterns about the outermost part of a path only.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from autograder.learners import same_folder

MOODLE = re.compile(r"(?P<name>[^_]+)_(?P<number>\d+)_assignsubmission_file(?:_(?P<file>.*))?", re.DOTALL)
# A group that Moodle gave no number, a name of which nothing was left, a text typed into a form.
MOODLES_OTHER = re.compile(r"[^_]*(_\d+)?_assignsubmission_[a-z]")
CANVAS = re.compile(r"(?P<name>.+?)_(?:LATE_)?(?P<number>\d+)_(?P<upload>\d+)_(?P<file>.+)", re.DOTALL)
_CANVAS_NUMBERS = re.compile(r"_\d+_\d+_")


@dataclass(frozen=True)
class Owner:
    """Who handed a file in: the name and number that a platform wrote, or a folder that the instructor made."""

    platform: str  # "Moodle", "Canvas", or "" for a folder
    name: str
    number: str = ""
    upload: int = 0  # later uploads have higher numbers

    @property
    def key(self) -> tuple[str, str]:
        """Two files with the same key are the same person's; a platform's number says more than any name."""
        return (self.platform, self.number or same_folder(self.name))

    def __str__(self) -> str:
        return (
            f"{self.name!r}, number {self.number} on {self.platform}" if self.platform else f"the folder {self.name!r}"
        )


def moodle_owner(part: str) -> tuple[Owner, str | None] | None:
    """What Moodle wrote, and what follows it: "" or None behind a folder's name, else the file's own name."""
    found = MOODLE.fullmatch(part)
    return (Owner("Moodle", found["name"], found["number"]), found["file"]) if found else None


def canvas_owner(file: str) -> tuple[Owner, str] | None:
    """What Canvas wrote, and the file's own name."""
    found = CANVAS.fullmatch(file)
    return (
        (Owner("Canvas", found["name"], found["number"], int(found["upload"][:18])), found["file"]) if found else None
    )


def has_canvas_numbers(file: str) -> bool:
    """Could the part that Canvas wrote end here and not earlier? Somebody may have a name with numbers in it."""
    return _CANVAS_NUMBERS.search(file) is not None


def notebook_of(file: str, notebooks: Iterable[str]) -> str | None:
    """The notebook that a file is named after, in any case; ` (1)`, `-2` or `_final` may stand behind the name."""
    stem = file.lower().removesuffix(".ipynb")
    fitting = [name for name in notebooks if re.match(re.escape(name.lower()) + r"([ _.(-]|\Z)", stem)]
    return max(fitting, key=len, default=None)
