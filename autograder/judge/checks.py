"""The prelude of a test cell as the judge has it: the kit's checks, counted and recorded, and the learner's side."""

from __future__ import annotations

import sys
import textwrap
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NoReturn

import numpy as np

from autograder.judge.remotes import is_remote
from autograder.judge.session import Session
from autograder.judge.text import clean
from autograder.kit import watched
from autograder.kit.checks import CheckFailed, Checks, Place
from autograder.kit.gradients import Arrays
from autograder.kit.turns import in_turn
from autograder.testcell.cell import line_reached
from autograder.testcell.helpers import sources_for
from autograder.testcell.rewrite import line_of
from autograder.wire.frames import ProtocolError

KIT = Path(str(watched.__file__)).parent
WATCHED, IN_TURN = (KIT.joinpath(name).read_text(encoding="utf-8") for name in ("watched.py", "turns.py"))


@dataclass(frozen=True)
class Failure:
    """A check that did not hold, and what may be said about it."""

    law: str
    message: str
    line: int


class JudgeChecks(Checks):
    """The checks over remotes. Whether a failure reaches the top or is swallowed on the way, it stays recorded."""

    def __init__(self, session: Session, rng: np.random.Generator, hidden_from: int):
        super().__init__(rng)
        self.session = session
        self.hidden_from = hidden_from
        self.sites: Counter[str] = Counter()
        self.failure: Failure | None = None

    def plain(self, value: Any) -> Any:
        """The learner's process makes the copy; what arrives is plain, or it is not a number."""
        if is_remote(value):
            return self.session.request("plain", value)
        if isinstance(value, list | tuple):
            return type(value)(map(self.plain, value)) if type(value) in (list, tuple) else list(map(self.plain, value))
        return value

    def engine(self) -> Any:
        return self.session.request("module", "minigrad")

    def values_at(self, f: Callable[..., Any], points: Sequence[Arrays], order: int) -> list[list[Any]]:
        """In one request, where the learner's process has the function itself."""
        if not is_remote(f):
            return super().values_at(f, points, order)
        answer = self.session.request("values_at", f, points, order)
        return [self._list(values) for values in self._list(answer, len(points))]

    def gradients_at(self, f: Callable[..., Any], point: Arrays, weights: Arrays, order: int) -> list[Any]:
        if not is_remote(f):
            return super().gradients_at(f, point, weights, order)
        return self._list(self.session.request("gradients_at", f, point, weights, order), len(point))

    def _list(self, answer: Any, length: int | None = None) -> list[Any]:
        """What the worker says is a list of so many, if it is one."""
        if not isinstance(answer, list) or (length is not None and len(answer) != length):
            raise self.session.end(ProtocolError("an answer of another form than was asked for"))
        return answer

    def reach(self, place: Place | None) -> Place:
        place = place or ("L0:0", "")  # the rewriting gives every check its place
        self.sites[place[0]] += 1
        return place

    def counts(self, error: Exception) -> bool:
        return self.session.raised(error)

    def fail(self, place: Place, law: str, detail: str, about: str = "", show: bool = False) -> NoReturn:
        line = line_reached(sys._getframe(1)) or line_of(place[0])
        detail = clean(f"{detail} ({about})" if about else detail, 600)
        if line >= self.hidden_from and not show:
            detail = "A hidden check does not hold" + (f"; it was tried with {about}." if about else ".")
        self.failure = self.failure or Failure(law, detail, line)
        raise CheckFailed(law, detail, about) from None

    def assert_(self, holds: Any, law: Callable[[], Any], place: Place) -> None:
        """What `assert` becomes in a test cell."""
        self.reach(place)
        if not holds:
            self.fail(place, str(law() or f"not so: {place[1]}"), f"not so: `{place[1]}`")


class JudgeLearner:
    """`learner` in a test cell: what must happen in the learner's process.

    given: the sources of the given cells before the test, from which helpers are made anew (see `helpers`)
    """

    def __init__(self, session: Session, refresh: Callable[[], None], given: tuple[str, ...]):
        self._session, self._refresh, self._given = session, refresh, given

    def run(self, source: str, **names: Any) -> None:
        """Statements, among `names`, builtins and given helpers."""
        source = textwrap.dedent(source)
        self._session.request("run", source, names, self._helpers(source, names))

    def eval(self, expression: str, **names: Any) -> Any:
        """The value of an expression, among the same."""
        return self._session.request("eval", expression, names, self._helpers(expression.strip(), names))

    def put(self, **names: Any) -> None:
        """Bind names in the learner's notebook."""
        self._session.request("put", names)
        self._refresh()

    def counting(self, name: str) -> JudgeCounting:
        return JudgeCounting(self._session, name)

    def hold(self, value: Any) -> Any:
        return self._session.request("hold", value)

    def watched(self, function: Any) -> Any:
        """The learner's function, watched over there; what that says is the word of the learner's process."""
        return self.define(WATCHED, "Watched")(function)

    def in_turn(self, answer: Any, choices: Any, calls: Any) -> Any:
        """Over there for what is the learner's; here for a function of the test's, which finds what is expected."""
        return (self.define(IN_TURN, "in_turn") if is_remote(answer) else in_turn)(answer, choices, calls)

    def kit(self, name: str) -> Any:
        """A function of the kit's, made over there among names of its own as a definition of the test's is."""
        module, _, function = name.partition(".")
        return self.define(KIT.joinpath(f"{module}.py").read_text(encoding="utf-8"), function)

    def define(self, source: str, name: str) -> Any:
        """What a definition marked @learner_side becomes."""
        return self._session.request("define", source, name, self._helpers(source, ()))

    def _helpers(self, source: str, names: Iterable[str]) -> list[str]:
        return list(sources_for(source, frozenset(names), self._given))


class JudgeCounting:
    """`with learner.counting("f") as calls:`: as in a kernel, but the learner's process does the counting."""

    def __init__(self, session: Session, name: str):
        self._session, self._name = session, name
        self._before = self._until = 0
        self._open = False

    @property
    def number(self) -> int:
        return (self._count() if self._open else self._until) - self._before

    def _count(self) -> int:
        said = self._session.request("count", self._name)
        if type(said) is not int:
            raise self._session.end(ProtocolError("a number of calls that is no number"))
        return said

    def __enter__(self) -> JudgeCounting:
        self._before, self._open = self._count(), True
        return self

    def __exit__(self, *exception: object) -> None:
        self._open = False
        self._until = self._count() if self._session.alive else self._before
