"""The pictures of a notebook's own plots in a run over a class: drawn by one run of the reference, not by each."""

from __future__ import annotations

import threading

from autograder.authoring.reference import reference_cells
from autograder.judge.grader import Judge
from autograder.judge.pictures import Pictures
from autograder.master import Master
from autograder.weave import up_to_own

AFTER = 4  # hand-ins judged; for fewer, a run of the reference would take longer than their plots


class OwnPictures:
    """Those of one notebook, once they are worth their while.

    here: does this machine judge? The workers of a cluster draw every picture
    """

    def __init__(self, master: Master, here: bool = True):
        self.master, self.here = master, here
        self._asked = 0
        self._drawn: Pictures | None = None
        self._one_at_a_time = threading.Lock()

    def for_next(self, judge: Judge) -> Pictures | None:
        """What is known when the next hand-in is judged: None for the first few, and while the reference runs."""
        with self._one_at_a_time:
            self._asked += 1
            due = self.here and self._asked == AFTER
        if due:
            self._drawn = drawn_by_reference(judge, self.master)
        return self._drawn


def drawn_by_reference(judge: Judge, master: Master) -> Pictures:
    """What the instructor's own notebook shows."""
    pictures = Pictures(ours=True)
    judge.grade(master, up_to_own(reference_cells(master)), b"pictures", pictures=pictures)
    pictures.ours = False
    return pictures
