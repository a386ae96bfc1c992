"""Text with everything taken away that can change while it still says the same code.

A leaked solution may come re-indented, in quotes, line by line in a JSON list, HTML-escaped or in capitals. Squeezed,
all of these read alike: lower-case letters, digits and operators, nothing between them.
"""

from __future__ import annotations

import html
import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass

_DROPPED = re.compile(r"[^\w+\-*/%@=<>!&|^~.:()\[\]{}]", re.A)
_ESCAPED_NEWLINE = re.compile(r"\\+[nrt]")
_ESCAPED_CHARACTER = re.compile(r"\\u([0-9a-fA-F]{4})")
_COMMENT = re.compile(r"(?:^|(?<=[\s\"'`]))#(?!\w).*$")
_STRING_ONLY = re.compile(r"""^\s*[rbfuRBFU]{0,2}(["']).*\1[\s,)\]}]*$""")


def squeeze(line: str) -> str:
    """One line, reduced to what it says."""
    line = _ESCAPED_CHARACTER.sub(lambda match: chr(int(match[1], 16)), line)
    return _DROPPED.sub("", html.unescape(_ESCAPED_NEWLINE.sub(" ", line)).lower())


def without_comment(line: str) -> str:
    return _COMMENT.sub("", line)


def is_words(line: str) -> bool:
    """Whether a line of code holds nothing but a comment or a string: words, not code."""
    return not without_comment(line).strip() or _STRING_ONLY.match(without_comment(line)) is not None


@dataclass(frozen=True)
class Squeezed:
    """A whole text squeezed into one string that still knows on which line each character stood."""

    text: str
    starts: tuple[int, ...]  # where each line begins in `text`
    lines: tuple[int, ...]  # the number of that line, from 1

    @classmethod
    def of(cls, text: str, comments: bool = True) -> Squeezed:
        parts, starts, lines, length = [], [], [], 0
        for number, line in _logical_lines(text):
            part = squeeze(line if comments else without_comment(line))
            starts.append(length)
            lines.append(number)
            parts.append(part)
            length += len(part)
        return cls("".join(parts), tuple(starts), tuple(lines))

    def line_at(self, position: int) -> int:
        # Several lines may start at one position (the empty ones before it): the last of them holds the character.
        return self.lines[bisect_right(self.starts, position) - 1]


def _logical_lines(text: str) -> Iterator[tuple[int, str]]:
    """The lines of a file, and the lines inside its JSON strings, which share the number of the line they stand on."""
    for number, line in enumerate(text.split("\n"), 1):
        for part in _ESCAPED_NEWLINE.split(line):
            yield number, part
