"""Files of worked answers for those who learn on their own: what `answer("3.4")` shows in their notebooks.

They lie beside the release, never in it, nor in the wheel: a zip for a graded class is the same without them.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path

from autograder.handout.worked import worked
from autograder.learner.answers import BESIDE, FOLDER, WAYS
from autograder.learner.released import number_of
from autograder.paths import Paths
from autograder.source.cells import Source, read_source
from autograder.source.marks import HIDDEN, without

PAGE = """
## Answers

This copy is for those who learn on their own, and has worked answers in it. In a notebook, in a cell of your own:

    from autograder.learner import answer
    answer("3.4")

When the visible checks of the exercise hold, it shows a right answer, two other right ways, and wrong answers that
people give, each under the law that catches it. Before that it says what does not hold yet, and shows them if you ask
once more.
"""


def sheets(paths: Paths, names: Iterable[str]) -> dict[str, bytes]:
    """The files of answers by their path in the zip, for those of these notebooks that have exercises."""
    return {f"{FOLDER}/{name}.json": sheet(paths, name) for name in names if name in paths.assignments()}


def sheet(paths: Paths, name: str) -> bytes:
    """The answers to a notebook, and the visible parts of its tests, which say when they may be shown."""
    source = read_source(paths.solutions / f"{name}.py", paths.root)
    answers = [it.as_json() | {"right": it.as_json()["right"][:WAYS]} for it in worked(paths, source)]
    data = {"notebook": name, "answers": answers, "tests": _tests(source)}
    return (json.dumps(data, ensure_ascii=False, indent=1) + "\n").encode()


def _tests(source: Source) -> dict[str, dict[str, str]]:
    found: dict[str, dict[str, str]] = {}
    for test in source.by_role("test"):
        grade_id = str(test.grade_id)
        found.setdefault(number_of(grade_id), {})[grade_id] = without(test.source, HIDDEN).rstrip()
    return found


def place_sheets(paths: Paths, folder: Path) -> None:
    """Put the answers beside the notebooks in `folder`, anew where the course's source is newer."""
    for name in paths.assignments():
        target = folder / BESIDE / f"{name}.json"
        sources = [paths.solutions / f"{name}.py", *(paths.mutants / name).glob("*.py")]
        if not target.exists() or target.stat().st_mtime < max(file.stat().st_mtime for file in sources):
            target.parent.mkdir(parents=True, exist_ok=True)
            draft = target.with_suffix(".part")
            draft.write_bytes(sheet(paths, name))
            draft.replace(target)
