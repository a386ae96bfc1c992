"""Judging that may take an hour: each piece of it, as it comes, with how far it is."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar

from autograder.errors import OurFault
from autograder.judge.grader import Judge
from autograder.judge.pool import Judges, OneJudge
from autograder.progress import Progress

Item = TypeVar("Item")
Done = TypeVar("Done")


def each_judged(
    judges: Judges | OneJudge, work: Callable[[Judge, Item], Done], items: Sequence[Item], what: str
) -> Iterator[tuple[Item, Done]]:
    """Each item with what became of it. `what` they are, as in "answers: ", is said while it lasts.

    OurFault where our own side failed at one.
    """
    progress = Progress(len(items), what=what)
    for item, done in judges.run(work, items):
        if isinstance(done, OurFault):
            raise done
        progress.step()
        yield item, done
    progress.end()
