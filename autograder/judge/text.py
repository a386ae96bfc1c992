"""Text from the learner's side, made safe to show: the one place where it enters."""

from __future__ import annotations

import re

_ESCAPES = re.compile(r"\x1b(\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(\x07|\x1b\\)?|[@-Z\\-_])")
# Control characters, and the marks that make text read in another direction than it is stored.
_CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ufeff]")


def clean(text: str, limit: int) -> str:
    """Without terminal escapes, control characters and direction marks, and not longer than `limit`."""
    text = text[: 4 * limit]
    text = _CONTROL.sub("", _ESCAPES.sub("", text.replace("\r\n", "\n")))
    return text if len(text) <= limit else text[: limit - 3] + "..."


def clean_name(name: str) -> str:
    """The name of a class or exception: one short word."""
    return re.sub(r"[^\w.]", "", clean(name, 80)) or "unnamed"
