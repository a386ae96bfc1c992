"""Equal answers to adversarial exercises (kind A), which have many right answers: two that are the same stand out.

No more is made of it than that. Code is compared without comments and layout, names as they are; nothing is parsed,
since a learner's text may be made to break a parser.
"""

from __future__ import annotations

import io
import tokenize
from collections import defaultdict
from dataclasses import dataclass

from autograder.report.gather import ClassWork
from autograder.source.marks import solved

_LAYOUT = (tokenize.COMMENT, tokenize.NL, tokenize.ENCODING, tokenize.ENDMARKER)
_STRUCTURE = {tokenize.NEWLINE: "\n", tokenize.INDENT: "\t", tokenize.DEDENT: "\b"}  # however wide, however it ends


@dataclass(frozen=True)
class Equal:
    """Learners whose answer to one exercise is the same; `code` as the first of them wrote it.

    reference: it is the answer in solutions/ too
    """

    answer: str
    code: str
    learners: tuple[str, ...]
    reference: bool


def equal_answers(found: ClassWork) -> list[Equal]:
    """All groups of two or more, the largest first in each exercise."""
    groups: dict[str, dict[tuple[str, ...], list[tuple[str, str]]]] = defaultdict(lambda: defaultdict(list))
    for work in found.works:
        for answer, code in work.answers.items():
            groups[answer][tokens(code)].append((work.learner, code))
    equal = []
    for cell in found.master.cells:
        if cell.grade_id not in groups or cell.role != "answer":
            continue
        reference = tokens(solved(cell.source))
        for key, members in sorted(groups[cell.grade_id].items(), key=lambda item: (-len(item[1]), item[1][0])):
            if len(members) > 1:
                learners = tuple(learner for learner, _ in members)
                equal.append(Equal(cell.grade_id, members[0][1], learners, key == reference))
    return equal


def tokens(code: str) -> tuple[str, ...]:
    """What code says, without comments and layout; of what is not Python, the lines.

    >>> tokens("x = [1,\\n     2]  # two") == tokens("x=[1, 2]")
    True
    """
    found = []
    try:
        for token in tokenize.generate_tokens(io.StringIO(code).readline):
            if token.type not in _LAYOUT:
                found.append(_STRUCTURE.get(token.type, token.string))
    except (tokenize.TokenError, SyntaxError, ValueError, RecursionError, MemoryError):
        return tuple(line.strip() for line in code.splitlines() if line.strip())
    return tuple(found)
