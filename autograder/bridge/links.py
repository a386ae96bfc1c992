"""What must not come along with a submission: nbgrader copies every file it finds, and follows links doing so."""

from __future__ import annotations

import logging
import stat
from collections.abc import Iterable
from pathlib import Path

log = logging.getLogger(__name__)


def remove_links(assignment: str, student: str, notebooks: Iterable[str]) -> None:
    """nbgrader's pre-convert hook: delete links, pipes and devices beside the notebooks handed in.

    The notebooks themselves are left: nbgrader does not copy them, and our exporter refuses a link by itself.
    """
    handed_in = {Path(name) for name in notebooks}
    for folder in {path.parent for path in handed_in}:
        for path in irregular_files(folder):
            if path not in handed_in:
                log.warning("Removing %s from the submission: only regular files are taken", path)
                path.unlink()


def irregular_files(folder: Path) -> list[Path]:
    """Everything below `folder` that is neither a regular file nor a folder; links are not followed."""
    found = []
    for path in sorted(folder.iterdir()):
        mode = path.lstat().st_mode
        if stat.S_ISDIR(mode):
            found += irregular_files(path)
        elif not stat.S_ISREG(mode):
            found.append(path)
    return found
