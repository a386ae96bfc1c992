"""What learners hand in, and what each of them should have for it: worked out from what they did, not from a judge."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from autograder.master import Master
from tests.notebooks.lesson import released
from tests.term.people import Person

PERCENT, AT_MOST, GRACE = 10, 50, 15 * 60
HOUR, DAY = 3600, 86_400
RULES = f"percent_per_day = {PERCENT}\nat_most_percent = {AT_MOST}\ngrace_minutes = {GRACE // 60}\n"
# How long after the due date somebody hands in, by turns; whoever comes third in a row has two days more.
COMES = (27 * HOUR, GRACE - 2, 30 * HOUR, 2 * HOUR, -HOUR, -2 * DAY, -3 * DAY)
EXTENDED, MORE_HOURS = 2, 48


@dataclass(frozen=True)
class Notebook:
    """One assignment: right answers, and for some cells a wrong one that loses the points of its test and no others."""

    master: Master
    right: Mapping[str, str]
    wrong: Mapping[str, str]

    @property
    def name(self) -> str:
        return self.master.name

    @property
    def most(self) -> float:
        return sum(cell.points for cell in self.master.cells if cell.role in ("test", "manual"))

    @property
    def essay(self) -> str:
        """The one cell that a person reads; empty where there is none."""
        return next((str(cell.grade_id) for cell in self.master.cells if cell.role == "manual"), "")

    @property
    def essay_points(self) -> int:
        return int(next((cell.points for cell in self.master.cells if cell.role == "manual"), 0))


@dataclass(frozen=True)
class Work:
    """What one learner has handed in last, and what a person gave.

    wrong, stubs: the names of answer cells; after: seconds after the due date; turn: how often they handed in before
    given: points of a person for the essay, None while it waits for one
    """

    person: Person
    notebook: Notebook
    wrong: frozenset[str] = frozenset()
    stubs: frozenset[str] = frozenset()
    essay: str = ""
    after: int = -HOUR
    extended: bool = False
    turn: int = 0
    given: float | None = None

    @property
    def mark(self) -> str:
        """A word that stands in this very hand-in and nowhere else."""
        return f"mark_{self.person.account}_{self.notebook.name}_{self.turn}"

    @property
    def late(self) -> bool:
        """As the platform marks it, which knows of no extension of the instructor's."""
        return self.after > 0

    def content(self) -> bytes:
        """The file."""
        answers = {key: text for key, text in self.notebook.right.items() if key not in self.stubs}
        answers |= {key: self.notebook.wrong[key] for key in self.wrong}
        answers.pop(self.notebook.essay, None)
        if self.essay:
            answers[self.notebook.essay] = self.essay
        document: dict[str, Any] = released(self.notebook.master, answers)
        own = {"cell_type": "code", "id": "own", "metadata": {}, "source": f"{self.mark} = 1"}
        document["cells"].insert(2, own | {"outputs": [], "execution_count": None})
        return json.dumps(document).encode()

    def points(self) -> dict[str, float | None]:
        """By grade_id; None for an essay that waits for a person. One that was left as it was has its zero."""
        failed = self.wrong | self.stubs
        found: dict[str, float | None] = {}
        for cell in self.notebook.master.cells:
            if cell.role == "test":
                found[str(cell.grade_id)] = 0.0 if failed & set(cell.answers) else cell.points
            elif cell.role == "manual":
                found[str(cell.grade_id)] = self.given if self.essay else 0.0
        return found

    @property
    def waits(self) -> bool:
        return None in self.points().values()

    @property
    def raw(self) -> float:
        return sum(points or 0.0 for points in self.points().values())

    @property
    def penalty(self) -> float:
        """Days begun since it was due, or since the extension ended; not more than there is."""
        after = self.after - (MORE_HOURS * HOUR if self.extended else 0)
        days = 0 if after <= GRACE else -(-after // DAY)
        return min(self.raw, self.notebook.most * min(PERCENT * days, AT_MOST) / 100)

    @property
    def score(self) -> float:
        return self.raw - self.penalty


@dataclass
class Plan:
    """Who hands in what, when: the first turn of each learner, and of some a second one."""

    first: dict[str, Work] = field(default_factory=dict)
    second: dict[str, Work] = field(default_factory=dict)

    @property
    def at_last(self) -> dict[str, Work]:
        return self.first | self.second


def plan(people: list[Person], notebook: Notebook, absent: frozenset[str]) -> Plan:
    """What the class does with a notebook; whoever is late, or hands in again, comes with the second archive."""
    made, cells = Plan(), sorted(notebook.wrong)
    for at, person in enumerate(people):
        if person.account in absent:
            continue
        # Turns of lengths that have no common divisor, so that all that can come together does.
        wrong = {cell for nth, cell in enumerate(cells) if (at + nth) % 3 == 0}
        stubs = {cell for nth, cell in enumerate(cells) if (at + nth) % 11 == 5} - wrong
        essay = "" if at % 4 == 3 or not notebook.essay else f"The reason of {person.account} is $x + x$."
        after = COMES[at % len(COMES)]
        work = Work(person, notebook, frozenset(wrong), frozenset(stubs), essay, after, at % len(COMES) == EXTENDED)
        if after > 0:
            made.second[person.account] = work
            continue
        made.first[person.account] = work
        if at % 5 == 4:
            better = replace(work, wrong=frozenset(), stubs=frozenset(), after=after + HOUR // 2, turn=1)
            made.second[person.account] = better
    return made


def file_name(name: str, at: int) -> str:
    """As learners and their browsers call it."""
    return (f"{name}.ipynb", f"{name} (1).ipynb", f"Copy of {name}.ipynb", f"{name.upper()}.ipynb", f"{name}-2.ipynb")[
        at % 5
    ]
