"""The names that learning platforms write: whose a file is, and which notebook.

Moodle, "Download all submissions", with and without folders. The number is the participant's in this assignment;
Moodle writes a space for each underscore in a person's name, so the first underscore ends it:

    Ada Lovelace_123456_assignsubmission_file/05_custom_functions.ipynb
    Ada Lovelace_123456_assignsubmission_file_05_custom_functions.ipynb

With blind marking the name is the word Participant, the same for all. Before the name, and before that word, may stand
a group and a hyphen: `Group A-Ada Lovelace_123456_...`; where the group has no name, the hyphen alone.

Canvas, "Download Submissions": name, LATE when it was, the learner's number, the upload's number; -1, -2 and so on for
further uploads. All files lie side by side. A name may have underscores, and numbers too at its end. Of an anonymous
assignment `anon` and five letters or digits stand in the place of name and number:

    lovelaceada_4711_98765_05_custom_functions.ipynb
    lovelaceada_LATE_4711_98765_05_custom_functions-1.ipynb
    LATE_anon_aB3dE_98765_05_custom_functions.ipynb

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
CANVAS = re.compile(r"(?P<name>.+?)_(?P<late>LATE_)?(?P<number>\d+)_(?P<upload>\d+)_(?P<file>.+)", re.DOTALL)
# Without a letter in it, it is the number of somebody who is called anon: five digits alone are one in ten thousand.
CANVAS_ANONYMOUS = re.compile(
    r"(?P<late>LATE_)?anon_(?P<number>(?=\d*[A-Za-z])[0-9A-Za-z]{5})_(?P<upload>\d+)_(?P<file>.+)", re.DOTALL
)
_CANVAS_NUMBERS = re.compile(r"_\d+_\d+_")
# Moodle writes its word for participants in the language of whoever downloads; a worksheet as roster knows the others.
_PARTICIPANT = re.compile(r"(?:.*-)?participant", re.IGNORECASE | re.DOTALL)
# What Google's Drive and Colab put before the name of a copy, in some languages; a copy of a copy has it twice.
_COPY_OF = "|".join(
    words.replace(" ", "[ _+]") for words in ("copy of", "kopie von", "copie de", "copia d[ei]", "cópia de")
)
_COPY = re.compile(rf"(?:(?:{_COPY_OF})[ _+]+)+", re.IGNORECASE)


@dataclass(frozen=True)
class Owner:
    """Who handed a file in: the name and number that a platform wrote, or a folder that the instructor made."""

    platform: str  # "Moodle", "Canvas", or "" for a folder
    name: str
    number: str = ""
    upload: int = 0  # later uploads have higher numbers
    late: bool = False  # the platform marked it so
    anonymous: bool = False  # the platform names nobody; the number is that of this one hand-in
    prefix: str = ""  # what the platform wrote before the file's own name, letter by letter

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
    if not found:
        return None
    name, file = found["name"], found["file"]
    prefix = part if file is None else part[: found.start("file")]
    blind = _PARTICIPANT.fullmatch(name) is not None
    return Owner("Moodle", name, found["number"], anonymous=blind, prefix=prefix), file


def canvas_owner(file: str) -> tuple[Owner, str] | None:
    """What Canvas wrote, and the file's own name."""
    anonymous = CANVAS_ANONYMOUS.fullmatch(file)
    found = anonymous or CANVAS.fullmatch(file)
    if not found:
        return None
    name = "anon" if anonymous else found["name"]
    owner = Owner(
        "Canvas",
        name,
        found["number"],
        int(found["upload"][:18]),
        late=found["late"] is not None,
        anonymous=anonymous is not None,
        prefix=file[: found.start("file")],
    )
    return owner, found["file"]


def without_group(name: str) -> list[str]:
    """What a name may be without the group that Moodle put before it: whatever stands behind one of its hyphens.

    Groups have hyphens, and people have them too, so each is tried: the longest first.

        >>> without_group("Group A-1-Jean-Luc")
        ['1-Jean-Luc', 'Jean-Luc', 'Luc']
    """
    return [name[at + 1 :] for at, letter in enumerate(name) if letter == "-" and name[at + 1 :].strip()]


def has_canvas_numbers(file: str) -> bool:
    """Could the part that Canvas wrote end here and not earlier? Somebody may have a name with numbers in it."""
    return _CANVAS_NUMBERS.search(file) is not None


def notebook_of(file: str, notebooks: Iterable[str]) -> str | None:
    """The notebook that a file is named after, in any case.

    ` (1)`, `-2` or `_final` may stand behind the name, and `Copy of ` before it.
    """
    stem = file.lower().removesuffix(".ipynb")
    stem = stem[copy.end() :] if (copy := _COPY.match(stem)) else stem
    fitting = [name for name in notebooks if re.match(re.escape(name.lower()) + r"([ _.(-]|\Z)", stem)]
    return max(fitting, key=len, default=None)
