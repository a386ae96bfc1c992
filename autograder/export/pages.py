"""Feedback as a zip that a platform takes: each page under the name that the platform gave to the hand-in.

Moodle ("Upload multiple feedback files in a zip") reads the participant's number in the name of a folder, Canvas
("Upload Submissions") those of the person and of the upload in the name of a file.
"""

from __future__ import annotations

import re
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from autograder.collect.roster_formats import Person
from autograder.paths import Paths
from autograder.runs.platform import MOODLE, PlatformWord

_UNFIT = re.compile(r'[_/\\:*?"<>|]')


@dataclass
class Pages:
    """names: by learner, the name in the zip; without: nobody made them a page; unnamed: no name is known for them"""

    names: dict[str, str] = field(default_factory=dict)
    files: dict[str, Path] = field(default_factory=dict)
    without: list[str] = field(default_factory=list)
    unnamed: list[str] = field(default_factory=list)
    older: list[str] = field(default_factory=list)  # than the notebook that was marked


def find_pages(
    paths: Paths, assignment: str, platform: str, found: Mapping[str, Person], words: Mapping[str, PlatformWord | None]
) -> Pages:
    """The page of each learner who is in the platform's file, and its name there."""
    pages = Pages()
    for learner in found:
        file = paths.classroom / "feedback" / learner / assignment / f"{assignment}.html"
        marked = paths.classroom / "autograded" / learner / assignment / f"{assignment}.ipynb"
        word = words.get(learner)
        name = _name(platform, assignment, found[learner], word if word and word.platform == platform else None)
        if not file.is_file():
            pages.without.append(learner)
        elif name is None:
            pages.unnamed.append(learner)
        else:
            pages.names[learner], pages.files[learner] = name, file
            if marked.is_file() and marked.stat().st_mtime > file.stat().st_mtime:
                pages.older.append(learner)
    return pages


def write_pages(pages: Pages, target: Path) -> None:
    """Write the zip whole or not at all."""
    draft = target.with_name(f".{target.name}.part")
    try:
        with zipfile.ZipFile(draft, "w", zipfile.ZIP_DEFLATED, strict_timestamps=False) as archive:
            for learner, name in pages.names.items():
                archive.write(pages.files[learner], name)
        draft.replace(target)
    finally:
        draft.unlink(missing_ok=True)


def _name(platform: str, assignment: str, person: Person, word: PlatformWord | None) -> str | None:
    if platform == MOODLE:
        # Moodle asks for the number only. Underscores part it from the name, and the rest no file's name may have.
        name = _UNFIT.sub(" ", person.name) or "Participant"
        folder = word.origin if word else f"{name}_{person.moodle}_assignsubmission_file_"
        return f"{folder}/{assignment}.html"
    return f"{word.origin}{assignment}.html" if word and word.origin else None
