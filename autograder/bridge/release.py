"""In the place of nbgrader's `release_feedback`: one page that cannot be released does not keep back all others."""

from __future__ import annotations

import glob
from collections import Counter
from pathlib import Path

from nbgrader.exchange.default import ExchangeReleaseFeedback

from autograder.intake import SECRET, TIMESTAMP
from autograder.learners import shown


class ReleaseFeedback(ExchangeReleaseFeedback):
    """Leaves out, by name, whose page has no address; nbgrader's own stops there. nbgrader_config.py names it.

    The address of a page is made from the secret that the exchange put beside the hand-in. What came another way has
    none, and its learner could not fetch the page either.
    """

    src_path: str  # a pattern: the folders of all pages that are asked for

    def copy_files(self) -> None:
        """Releases the pages of all who handed in by the exchange."""
        folders = {page.parent for page in Path("/").glob(f"{self.src_path}/*.html".lstrip("/"))}
        secrets = {folder: _secret(folder) for folder in sorted(folders)}
        times = Counter(filter(None, secrets.values()))
        for folder, secret in secrets.items():
            if times[secret] == 1:
                (folder / TIMESTAMP).touch()  # nbgrader's own reads it for its log
                self.src_path = glob.escape(str(folder))
                super().copy_files()
                continue
            why = (
                "somebody else handed in with the same secret"
                if secret
                else f"{SECRET} is not beside it. Either the work did not come by the exchange: then give its author "
                "the page another way. Or the page is older than that file: then make it again with "
                "`nbgrader generate_feedback --force`"
            )
            self.log.warning("Not released: the feedback in %s, because %s.", shown(str(folder), 200), why)


def _secret(folder: Path) -> str:
    try:
        return (folder / SECRET).read_text(encoding="ascii")
    except (OSError, UnicodeError):
        return ""
