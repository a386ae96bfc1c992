"""What learners type and see that decides nothing: where they are, what they hand in, a newer release, JupyterLab.

In a notebook:

    progress()                                     # its first cell has imported it from here
    from autograder.learner import answer
    answer("3.4")                                  # in a copy for those who learn on their own
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from autograder.learner.overview import Progress

__all__ = ["answer", "progress"]

# Each is loaded when it is called: every notebook imports from here. Where work is graded neither says anything, and
# this file is all of the folder that the process can read.


def progress(folder: str | Path = ".", run: bool = False) -> Progress | None:
    """Where you are in the course, from the notebooks in this folder or in the one around it.

    run: run the visible checks of notebooks that were begun, instead of reading what their saved outputs say
    """
    if _graded():
        return None
    from autograder.kit.reading import Unusable
    from autograder.learner.overview import progress

    try:
        return progress(folder, run)
    except Unusable as reason:
        print(reason)
        return None


def answer(exercise: str | float = "") -> None:
    """Show the worked answer to an exercise, once its visible checks hold or when asked a second time.

    exercise: its number, such as "3.4"
    """
    if _graded():
        return
    from autograder.learner.answers import answer

    answer(exercise)


def _graded() -> bool:
    from autograder.kit.tape import graded

    return graded()
