"""What a worker tells of an exception: its text and traceback, whatever the exception's class does to prevent it."""

from __future__ import annotations

import traceback
from pathlib import Path
from typing import Any

MAX_TEXT = 4000
OURS = str(Path(__file__).parents[1])


def short(text: Any, limit: int) -> str:
    return text[:limit].encode("utf-8", "replace").decode() if type(text) is str else ""


args_of: Any = vars(BaseException)["args"].__get__


def text_of(error: BaseException) -> str:
    try:
        return short(str(error), MAX_TEXT)
    except BaseException:
        return "(an exception that cannot be printed)"


def trace_of(error: BaseException) -> str:
    """The traceback as text, less the frames of ours that it passed."""
    try:
        found = traceback.TracebackException(type(error), error, error.__traceback__, compact=True)
        found.stack = traceback.StackSummary.from_list([f for f in found.stack if not _ours(f.filename)][-6:])
        return short("".join(found.format()), MAX_TEXT)
    except BaseException:
        return ""


def _ours(filename: str) -> bool:
    return filename.startswith(OURS) or "IPython" in filename
