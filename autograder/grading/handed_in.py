"""Who handed in what: the folders of `classroom/submitted/`, looked at before anything in them is opened."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from autograder.learners import shown, unreadable
from autograder.paths import Paths


@dataclass
class HandedInFiles:
    """The notebook file of each learner, and why others have none."""

    files: dict[str, Path] = field(default_factory=dict)
    left_out: dict[str, str] = field(default_factory=dict)  # learner as shown -> the reason, a sentence


def find_submissions(paths: Paths, assignment: str) -> HandedInFiles:
    """Everything that `submitted/*/ASSIGNMENT` holds, by learner."""
    found = HandedInFiles()
    for learner, folder in _folders(paths.classroom / "submitted"):
        place = folder / assignment
        if not place.exists() and not place.is_symlink():
            continue
        odd = unreadable(learner)
        if odd:
            found.left_out[shown(learner)] = f"The name of the folder is no learner's id: {odd}."
        elif folder.is_symlink() or place.is_symlink() or not place.is_dir():
            found.left_out[learner] = "Not a folder but a link or a file; hand-ins are folders."
        elif not (place / f"{assignment}.ipynb").is_symlink() and not (place / f"{assignment}.ipynb").exists():
            there = ", ".join(shown(path.name) for path in sorted(place.iterdir())[:5]) or "nothing"
            found.left_out[learner] = (
                f"There is no {assignment}.ipynb in the folder (but {there}): rename it, if it is."
            )
        else:
            found.files[learner] = place / f"{assignment}.ipynb"
    return found


def _folders(submitted: Path) -> Iterator[tuple[str, Path]]:
    if submitted.is_dir():
        for folder in sorted(submitted.iterdir()):
            if not folder.name.startswith(".") and (folder.is_dir() or folder.is_symlink()):
                yield folder.name, folder
