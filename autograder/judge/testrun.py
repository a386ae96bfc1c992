"""One test cell on one worker: run it, and say what came of it.

The reference passes every test. So whatever goes wrong while a test runs on a learner's work is that work's doing,
also when it is Python in the test's own line that complains: a value had not the type or the size that it should.
"""

from __future__ import annotations

import builtins
import contextlib
import hashlib
import io
import warnings
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from types import TracebackType
from typing import Any

import numpy as np

from autograder.judge.checks import Failure, JudgeChecks, JudgeLearner
from autograder.judge.forbid import law, misuse
from autograder.judge.mirrors import LearnerExit
from autograder.judge.remotes import Refused
from autograder.judge.session import Died, Session, TimedOut
from autograder.judge.text import clean
from autograder.judge.values import AnswerTooLarge
from autograder.kit.compare import is_plain
from autograder.kit.laws import THE_CELL, Place, place_of
from autograder.kit.shown import STUB
from autograder.sandbox.absent import belongs_to
from autograder.testcell.cell import MAIN, compiled_test
from autograder.testcell.errors import AuthorError
from autograder.testcell.rewrite import ASSERT, line_of
from autograder.wire.frames import ProtocolError

ABSENT = "This exercise is to be solved without {}, and your code asked for something that is not there."


@dataclass
class TestResult:
    """outcome: one of the words of `verdict.OUTCOMES`; visible: did the part that learners see hold?"""

    outcome: str
    law: str = ""
    message: str = ""
    visible: bool = True
    sites: dict[str, int] = field(default_factory=dict)
    data: list[str] = field(default_factory=list)  # the learner's names that held data, and no objects or functions

    __test__ = False


class _Sink(io.StringIO):
    """Where a test's own prints go: nowhere in particular, and not without end."""

    def write(self, text: str) -> int:
        return super().write(text) if self.tell() < 1 << 20 else len(text)


@lru_cache(maxsize=256)
def _modules(imports: tuple[str, ...]) -> dict[str, Any]:
    """The judge's own copies of what the given cells import."""
    names: dict[str, Any] = {}
    exec("\n".join(imports), names)
    return names


def seeded(seed: bytes, grade_id: str) -> np.random.Generator:
    """The random numbers of one test on one answer."""
    digest = hashlib.sha256(seed + b"/" + grade_id.encode()).digest()
    return np.random.default_rng(int.from_bytes(digest, "big"))


class TestRun:
    """A test cell, given to one worker."""

    __test__ = False

    def __init__(
        self, session: Session, test: Mapping[str, Any], imports: tuple[str, ...], given: tuple[str, ...], seed: bytes
    ):
        self.session, self.test, self.given = session, test, given
        self.code = compiled_test(test["source"], imports)
        self.checks = JudgeChecks(session, seeded(seed, test["grade_id"]), test["hidden_from"])
        self.globals: dict[str, Any] = {}
        self.absent: set[str] = set()
        self.data: list[str] = []
        # What the worker does not have is not looked for there.
        self.spared = tuple(test.get("spared", ()))
        self.forbidden = [name for name in test.get("forbid", ()) if not belongs_to(name, self.spared)]
        self.counted: list[str] = list(test.get("calls", ()))

    def run(self, alarm: Callable[[float], contextlib.AbstractContextManager], seconds: float) -> TestResult:
        """Run the cell; `alarm(seconds)` raises TimedOut in a block that takes longer."""
        self.session.begin(seconds, echo=True)
        sink = _Sink()
        quiet = warnings.catch_warnings()
        try:
            with alarm(seconds + 0.5), quiet, contextlib.redirect_stdout(sink), contextlib.redirect_stderr(sink):
                warnings.simplefilter("ignore")
                self._set_names()
                exec(self.code.code, self.globals)
            result = self._finished()
        except BaseException as error:
            result = self._stopped(error)
        finally:
            self.session.end_of_test()
            self.globals.clear()
        result.sites, result.data = dict(self.checks.sites), self.data
        return result

    def _set_names(self) -> None:
        checks = self.checks
        self.session.request("test", self.forbidden, self.counted)
        self.globals |= _modules(self.code.imports)
        self.globals |= {"__name__": "__test__", ASSERT: checks.assert_, "rng": checks.rng, "plain": checks.plain}
        self.globals |= {name: getattr(checks, name) for name in ("close", "same", "raises", "gradcheck")}
        self.globals |= {"learner": JudgeLearner(self.session, self._refresh, self.given), "ref": reference()}
        self._refresh()
        self.data = [name for name in self.code.exports if name in self.globals and is_plain(self.globals[name])]
        for name in self.test.get("data", ()):
            if name in self.globals and name not in self.data:
                self.globals[name] = self._as_data(name)

    def _refresh(self) -> None:
        """Fetch the learner's names that the cell uses, all with one question."""
        if self.code.exports:
            found = self.session.request("names", list(self.code.exports))
            if not isinstance(found, dict):
                raise self.session.end(ProtocolError("names that are not a dict"))
            self.absent = set(self.code.exports) - set(found)
            self.globals |= {name: value for name, value in found.items() if name in self.code.exports}

    def _as_data(self, name: str) -> Any:
        """A copy of what is data with the reference. An object in it would answer the judge's own sums as it likes."""
        copy = self.session.request("plain", self.globals[name])
        if not is_plain(copy):
            kinds = "numbers, texts, lists, tuples, dicts and arrays"
            raise Refused(f"`{name}` is to be made of {kinds}, and something else is in it")
        return copy

    # ---- what came of it

    def _finished(self) -> TestResult:
        """The cell ran to its end: was nothing swallowed, and was every check made?"""
        if self.checks.failure:
            return self._failed(self.checks.failure)
        if self.session.ended is not None:
            return self._stopped(self.session.ended)
        reached, wanted = self.checks.sites, self.test.get("sites") or {}
        for check in self.code.checks:
            if reached[check.site] < wanted.get(check.site, 0):
                return TestResult("wrong", check.law or "", self._skipped(check.site), self._visible(check.line))
        if not reached:
            return TestResult("wrong", "", "No check was reached.", False)
        return self._by_allowed_means() or TestResult("right")

    def _by_allowed_means(self) -> TestResult | None:
        """None, or what to say of an answer that the worker saw using what it may not."""
        if not self.forbidden and not self.counted:
            return None
        said = self.session.request("used")
        used, counts = said if isinstance(said, list) and len(said) == 2 else (None, None)
        found = misuse(self.test, used, counts)
        return TestResult("refused", *found, visible=False) if found else None

    def _skipped(self, site: str) -> str:
        if not self._visible(line_of(site)):
            return "A check was made less often than it should: is something empty, or shorter than it should be?"
        return "A hidden check was made less often than it should: is something empty, or shorter than it should be?"

    def _failed(self, failure: Failure) -> TestResult:
        return TestResult("wrong", failure.law, failure.message, self._visible(failure.line))

    def _stopped(self, error: BaseException) -> TestResult:
        """The cell stopped with `error`."""
        if isinstance(error, TimedOut):
            self.session.end(error)  # the alarm may have rung in the middle of a question
        if self.checks.failure:
            return self._failed(self.checks.failure)
        if isinstance(error, ModuleNotFoundError) and self.spared and self.session.raised(error):
            return TestResult("refused", law(self.test["forbid"]), ABSENT.format(", ".join(self.spared)), False)
        places = _places_in_cell(error.__traceback__)
        hidden = self._visible(places[0][1])
        outcome, message = self._explain(error, hidden)
        return TestResult(outcome, self.code.law_at(places), clean(message, 600), hidden)

    def _explain(self, error: BaseException, hidden: bool) -> tuple[str, str]:
        """Outcome and sentence for an exception that ended the test, in its hidden part or before."""
        theirs = self.session.raised(error)
        name = type(error).__name__
        text = str(error) if isinstance(error, LearnerExit) else f"{name}: {error}" if theirs else name
        if hidden and theirs:
            text = _kind_of(error)
        match error:
            case TimedOut():
                return "timeout", f"The test was stopped: {error}."
            case Died():
                return "crashed", "Your code ended the process that it ran in."
            case ProtocolError():
                return "protocol", f"The process with your code sent what it must not: {error}."
            case AnswerTooLarge():
                return "refused", "Your code gave back a value that is too large to be looked at."
            case MemoryError() if not theirs:
                return "refused", "A value of yours made the check itself run out of memory."
            case MemoryError():
                return "memory", "Your code ran out of memory."
            case NotImplementedError() if theirs and STUB in str(error):
                return "stub", "This is still the stub."
            case NameError() if not theirs and error.name in self.absent:
                return "missing", f"`{error.name}` does not exist."
            case AuthorError() | Refused() if hidden:
                return "wrong", "What came back could not be used in the check."
            case AuthorError() | Refused():
                return "wrong", f"What came back could not be used in the check: {error}"
            case _ if theirs:
                return "wrong", f"Your code raised {text}"
        return "wrong", f"What came back could not be used in the check ({text})."

    def _visible(self, line: int) -> bool:
        """Did the visible part hold, when the trouble is on `line`?"""
        return line >= self.test["hidden_from"]


def _kind_of(error: BaseException) -> str:
    """What may be said of an exception that hidden inputs led to: its text and its name could carry them out."""
    kind = next(base for base in type(error).__mro__ if getattr(builtins, base.__name__, None) is base)
    whose = "" if kind is type(error) else " of your own"
    return f"{'an' if kind.__name__[0] in 'AEIOU' else 'a'} {kind.__name__}{whose}"


def _places_in_cell(traceback: TracebackType | None) -> list[Place]:
    """Where the test cell was, and each function of it that an exception passed; its beginning when it passed none."""
    places = []
    while traceback is not None:
        if traceback.tb_frame.f_code.co_filename == MAIN:
            places.append(place_of(traceback.tb_frame.f_code, traceback.tb_lineno))
        traceback = traceback.tb_next
    return places or [(THE_CELL, 1)]


@lru_cache(maxsize=1)
def reference() -> Any:
    """The judge's own minigrad."""
    try:
        import minigrad
    except ImportError:
        return None
    return minigrad
