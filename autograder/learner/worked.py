"""Worked answers as data, and as Markdown to unfold: what a notebook of answers and `answer("3.4")` both show."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any


@dataclass(frozen=True)
class Right:
    """Another right way: its name in words, and its code."""

    name: str
    code: str


@dataclass(frozen=True)
class Wrong:
    """A wrong answer that people give: its name in words, the law that catches it as a sentence, its code."""

    name: str
    law: str
    code: str


@dataclass(frozen=True)
class Worked:
    """One answer cell. exercise: its number, such as 3.4; language: python or markdown."""

    grade_id: str
    exercise: str
    title: str
    language: str
    reference: str
    right: tuple[Right, ...] = ()
    wrong: tuple[Wrong, ...] = ()

    def as_json(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def from_json(cls, data: Any) -> Worked:
        """The inverse of `as_json`; raises KeyError or TypeError for anything else."""
        texts = {name: str(data[name]) for name in ("grade_id", "exercise", "title", "language", "reference")}
        right = tuple(Right(str(it["name"]), str(it["code"])) for it in data["right"])
        wrong = tuple(Wrong(str(it["name"]), str(it["law"]), str(it["code"])) for it in data["wrong"])
        return cls(**texts, right=right, wrong=wrong)


def heading(it: Worked) -> str:
    """What stands above everything that is shown of an exercise."""
    return f"**Exercise {it.exercise}, {it.title}**"


def folds(it: Worked, ways: str = "Other right ways") -> str:
    """What unfolds below an exercise: other right ways, and wrong answers by the law that catches them."""
    parts = []
    if it.right:
        shown = [_named(way.name, way.code, it.language) for way in it.right]
        parts.append(_fold(f"{ways}: {len(it.right)}", shown))
    if it.wrong:
        by_law = []
        for law in dict.fromkeys(wrong.law for wrong in it.wrong):
            caught = [wrong for wrong in it.wrong if wrong.law == law]
            shown = [_named(wrong.name, wrong.code, it.language) for wrong in caught]
            by_law.append(_fold(f"{_text(law)} · {len(caught)}", shown))
        parts.append(_fold(f"Wrong answers, by the law that catches them: {len(it.wrong)}", by_law))
    return "\n\n".join(parts)


def fenced(code: str, language: str) -> str:
    """Code as a block, whatever backticks are in it."""
    longest = max(map(len, re.findall(r"`+", code)), default=0)
    fence = "`" * max(3, longest + 1)
    return f"{fence}{language}\n{code}\n{fence}"


def _named(name: str, code: str, language: str) -> str:
    return f"<br><b>{_text(name)}</b>\n\n{fenced(code, language)}"


def _fold(summary: str, parts: Sequence[str]) -> str:
    """The parts, indented as a quotation is, so that a fold within a fold is seen as one."""
    opened = f"<details><summary>{summary}</summary><blockquote>"
    return "\n\n".join([opened, *parts, "</blockquote></details>"])


def _text(law: str) -> str:
    """Words inside HTML inside Markdown: no tag, and nothing that would be set as emphasis or mathematics."""
    escaped = law.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace("$", "&#36;")
    escaped = escaped.replace("*", "&#42;").replace("_", "&#95;").replace("\\", "&#92;")
    return re.sub(r"`([^`]*)`", r"<code>\1</code>", escaped)
