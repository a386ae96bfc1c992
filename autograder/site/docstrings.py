"""Docstrings as they stand in minigrad, for people who read the source, turned into what Sphinx reads.

They are paragraphs of plain text with names in backquotes, two columns (a name and what it means), indented code, and
examples.
"""

from __future__ import annotations

import inspect
import re
from typing import Any

_ROW = re.compile(r"^(\S(?:.*?\S)??)\s{2,}(\S.*)$")
_NAME = re.compile(r"`+([^`]+)`+")
_MARKUP = re.compile(r"([\\*|]|_(?!\w))")


def as_rst(text: str) -> list[str]:
    """The lines of a docstring, as `inspect.getdoc` gives it."""
    lines: list[str] = []
    for paragraph in re.split(r"\n\s*\n", text.strip("\n")):
        part = paragraph.rstrip().split("\n")
        if part[0].lstrip().startswith(">>>"):
            lines += [".. code-block:: pycon", "", *("   " + line for line in _flush(part)), ""]
        elif part[0].startswith("|"):
            lines += [".. code-block:: text", "", *("   " + line for line in part), ""]
        elif rows := _rows(_flush(part)):
            for name, meaning in rows:
                lines += [f"``{name}``", f"   {_text(meaning)}", ""]
        elif all(line.startswith("    ") for line in part):
            lines += [".. code-block:: python", "", *("   " + line for line in _flush(part)), ""]
        else:
            lines += [_text(" ".join(line.strip() for line in part)), ""]
    return lines


def _flush(part: list[str]) -> list[str]:
    return inspect.cleandoc("\n" + "\n".join(part)).split("\n")


def _rows(part: list[str]) -> list[tuple[str, str]]:
    """Names and meanings, where a paragraph is in two columns; else nothing."""
    rows: list[tuple[str, str]] = []
    for line in part:
        if line.startswith(" ") and rows:
            rows[-1] = (rows[-1][0], f"{rows[-1][1]} {line.strip()}")
        elif match := _ROW.match(line):
            rows.append((match[1], match[2]))
        else:
            return []
    return rows


def _text(text: str) -> str:
    """A paragraph with its names as code; what Sphinx would take for markup is only text."""
    parts, end = [], 0
    for match in _NAME.finditer(text):
        parts.append(_MARKUP.sub(r"\\\1", text[end : match.start()]))
        after = "\\ " if text[match.end() : match.end() + 1].isalnum() else ""
        before = "\\ " if text[: match.start()][-1:].isalnum() else ""
        parts.append(f"{before}``{match[1]}``{after}")
        end = match.end()
    return "".join(parts) + _MARKUP.sub(r"\\\1", text[end:])


def signature(obj: Any) -> str | None:
    """The arguments of a declared operation, whose function takes them as they come; None for anything else."""
    operation = getattr(obj, "operation", None)
    if operation is None or isinstance(obj, type):
        return None
    first = len(operation.inputs) - len(operation.defaults)
    written = [
        name if place < first else f"{name}={operation.defaults[place - first]!r}"
        for place, name in enumerate(operation.inputs)
    ]
    return f"({', '.join(written)})".replace("(self", "(input", 1)
