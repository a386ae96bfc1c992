"""Which line of a platform's file is whose: by number, by account or address, and by name where only one has it."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field

from autograder.collect.roster import Roster
from autograder.collect.roster_formats import Person
from autograder.errors import UsageError
from autograder.learners import same_folder, shown, slug
from autograder.runs.platform import CANVAS, MOODLE, PlatformWord

NUMBER = "#"  # before what the platform numbers its people with, so that no account is taken for it


@dataclass
class Lines:
    """found: the line of each learner; missing: the learners who have none"""

    found: dict[str, Person] = field(default_factory=dict)
    missing: list[str] = field(default_factory=list)


class Finder:
    """Finds the lines of learners in a platform's file.

    people: everybody in the file; roster: what is known of the learners, by id
    """

    def __init__(self, platform: str, people: Iterable[Person], roster: Roster):
        self.platform, self.people, self.roster = platform, list(people), roster
        self._demand_single()
        self.surely: dict[str, list[Person]] = {}
        self.named: dict[str, list[Person]] = {}
        for person in self.people:
            for known in self._sure(person):
                self.surely.setdefault(known, []).append(person)
            for known in _names(person):
                self.named.setdefault(known, []).append(person)
        self.said: dict[str, set[str]] = {}  # by learner: what the roster says of them
        for (scope, written), learners in roster.ids.items():
            if scope in {MOODLE, CANVAS} - {platform}:
                continue
            known = NUMBER + written if scope == platform and written.isdigit() else written
            for learner in learners:
                self.said.setdefault(learner, set()).add(known)

    def number(self, person: Person) -> str:
        """The platform's number of somebody."""
        return person.moodle if self.platform == MOODLE else person.canvas

    def lines(self, words: dict[str, PlatformWord | None]) -> Lines:
        """The lines of these learners, each with what the platform said about their hand-in, if it came from there.

        Raises UsageError where the file is another assignment's, or one line would be two learners'.
        """
        lines = Lines()
        owners: dict[int, str] = {}
        for learner, word in words.items():
            person = self._line(learner, word)
            if person is None:
                lines.missing.append(learner)
                continue
            other = owners.setdefault(person.line, learner)
            if other != learner:
                raise UsageError(
                    f"line {person.line} ({self._who(person)}) would be both {other!r} and {learner!r}: say by number "
                    "who it is, in a roster (--roster)"
                )
            lines.found[learner] = person
        return lines

    def _line(self, learner: str, word: PlatformWord | None) -> Person | None:
        """Whoever handed in on the other platform may have a namesake here, so no name says who they are."""
        own, said = same_folder(learner), self.said.get(learner, set())
        if word and word.platform != self.platform:
            elsewhere = self._one(learner, [*said, own], self.surely)
            return elsewhere[0] if elsewhere else None
        by_number = self.surely.get(NUMBER + word.number, []) if word else []
        sure = by_number or self._one(learner, [*said, own], self.surely)
        name = [same_folder(word.name)] if word and word.name else []
        found = sure or self._one(learner, [*said, own, *name], self.named)
        if not found:
            return None
        if word and word.number.isdigit() and self.number(found[0]) != word.number:
            raise UsageError(
                f"{learner!r} handed in with the number {word.number}, and line {found[0].line} "
                f"({self._who(found[0])}) has another: it is the file of another "
                f"{'assignment' if self.platform == MOODLE else 'course'}, or somebody else of that name"
            )
        return found[0]

    def _one(self, learner: str, known: Iterable[str], among: dict[str, list[Person]]) -> list[Person]:
        found = {person.line: person for it in known for person in among.get(it, [])}
        if len(found) > 1:
            who = " and ".join(f"line {line}, {self._who(person)}" for line, person in sorted(found.items()))
            raise UsageError(f"{learner!r} could be {who}: say by number who it is, in a roster (--roster)")
        return list(found.values())

    def _sure(self, person: Person) -> set[str]:
        number = self.number(person)
        known = {same_folder(it) for it in (*person.accounts, person.email) if it}
        if number:
            # The last is the id that a roster gives to somebody of whom the platform says nothing else.
            known |= {NUMBER + number, f"participant-{number}" if self.platform == MOODLE else number}
        return known

    def _demand_single(self) -> None:
        """Raise UsageError for a number that two lines have."""
        lines: dict[str, int] = {}
        for person in self.people:
            number = self.number(person)
            if number and lines.setdefault(number, person.line) != person.line:
                raise UsageError(
                    f"the number {number} stands in the lines {lines[number]} and {person.line} ({self._who(person)}): "
                    "each person has one line; download the file again"
                )

    def _who(self, person: Person) -> str:
        number = self.number(person)
        return f"{shown(person.name) or 'nobody named'}, number {number}" if number else repr(shown(person.name))


def _names(person: Person) -> set[str]:
    """How collecting without a roster may have called somebody, and their name."""
    turned = f"{person.last_name} {person.first_name}".strip()
    squeezed = re.sub(r"\W", "", f"{person.last_name}{person.first_name}").lower()
    return {same_folder(it) for it in (person.name, turned, slug(person.name), squeezed) if it}
