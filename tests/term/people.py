"""The class: two sections, one on Moodle and one on Canvas, with the names that people have."""

from __future__ import annotations

import random
from dataclasses import dataclass

MOODLE, CANVAS = "moodle", "canvas"
# First name, family name; two pairs have one name each, and some have what files' names cannot hold or CSV takes apart.
ODD = (
    ("Ada", "Lovelace"),
    ("Ada", "Lovelace"),
    ("Zoë", "O'Neill"),
    ("太郎", "山田"),
    ("Jean-Luc", "de la Tour"),
    ("Ali_Can", "Öz"),
    ("Anna Maria", 'Müller, "Mia"'),
    ("Emilía", "Þórsdóttir"),
    ("Q", "4711"),
    ("Мария", "Иванова"),
)
FIRST = ("Ben", "Cleo", "Dan", "Eve", "Finn", "Grace", "Hana", "Ivo", "Jana", "Kim", "Lea", "Max", "Nia", "Ola")
LAST = ("Abel", "Borel", "Curie", "Dirac", "Euler", "Fermat", "Gauss", "Hopper")


@dataclass(frozen=True)
class Person:
    """A learner. account: the university's id, which is the learner's by the rosters; number: Canvas's, of a user"""

    account: str
    first: str
    last: str
    platform: str
    number: int

    @property
    def email(self) -> str:
        return f"{self.account}@uni.example"

    @property
    def name(self) -> str:
        """As Moodle writes it where the language is English."""
        return f"{self.first} {self.last}"

    @property
    def sortable(self) -> str:
        """As Canvas writes it."""
        return f"{self.last}, {self.first}"


def everybody(count: int, seed: int = 1) -> list[Person]:
    """So many learners, half on each platform; the odd names come first in each half."""
    rng = random.Random(seed)
    people = []
    for place in range(count):
        platform, at = (MOODLE, place // 2) if place % 2 == 0 else (CANVAS, place // 2)
        first, last = ODD[at] if at < len(ODD) else (rng.choice(FIRST), f"{rng.choice(LAST)}{at}")
        people.append(Person(f"s{1000 + place}", first, last, platform, 4700 + place))
    return people


def roster(people: list[Person]) -> str:
    """One of the instructor's own, for both sections: who is who on Canvas is said by number."""
    lines = ["learner;first name;last name;email;canvas"]
    for it in people:
        last = it.last.replace('"', '""')
        number = it.number if it.platform == CANVAS else ""
        lines.append(f'{it.account};{it.first};"{last}";{it.email};{number}')
    return "\n".join(lines) + "\n"
