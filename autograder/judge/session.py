"""One worker, seen from the judge: questions and answers in strict order, and nothing believed but plain values.

The messages are those of `autograder.wire.messages`. A worker that answers what was not asked, answers twice, or speaks
out of turn has broken the protocol and is never asked again.
"""

from __future__ import annotations

import socket
import sys
import time
import warnings
from collections.abc import Callable
from typing import Any

from autograder.judge.remotes import FrozenDict
from autograder.judge.text import clean
from autograder.judge.values import Values
from autograder.limits import LONGEST
from autograder.sandbox.cores import told
from autograder.testcell.errors import AuthorError
from autograder.wire.channel import Channel
from autograder.wire.frames import Decoder, ProtocolError, TooLarge
from autograder.wire.messages import CALL, CALLBACK, CALLBACK_ERROR, CALLBACK_RESULT, ERROR, RESULT
from autograder.wire.named import builtin_exception

WORTH_WAITING = 0.02  # seconds
MAX_CALLS = 200_000  # questions in one test
MAX_CALLBACKS = 50_000
MAX_NESTING = 30  # callbacks within callbacks
MAX_SIDE = 5_000  # pieces of output in one message
MAX_WARNINGS = 50


class Died(BaseException):
    """The worker is gone."""


class TimedOut(BaseException):
    """The learner's code, or the test on the learner's values, took too long.

    late: the machine may have been the reason: other processes took time that could not be given back
    """

    def __init__(self, message: str, late: bool = False):
        super().__init__(message)
        self.late = late


class Session:
    """Asks one worker; after `ended` is set it asks no more.

    starved: for how many seconds since it was last called worker or judge was ready to run and had no core. On a busy
    machine a cell gets that much more time, so that what other processes do is not held against a learner.
    """

    def __init__(self, sock: socket.socket, starved: Callable[[], float] = lambda: 0.0):
        self.channel, self._starved = Channel(sock), starved
        self.values = Values(self)
        self.ended: BaseException | None = None
        self.deadline = time.monotonic() + 60
        self._longer = 0.0  # how far the deadline may still be put off
        self._late = False  # more was taken by other processes than it could be put off
        self.outputs: list[tuple[str, Any]] = []
        self.output_room = 0
        self.echo = False  # repeat what the learner prints, for a test that redirects stdout
        self._ids = 0
        self._depth = 0
        self._released: list[int] = []
        self._calls = self._callbacks = 0

    @property
    def alive(self) -> bool:
        return self.ended is None

    def begin(self, seconds: float, output_room: int = 0, echo: bool = False) -> None:
        """Start a cell or a test: its time, and how much of its output is kept."""
        self.deadline = time.monotonic() + seconds
        self._longer = (LONGEST - 1) * seconds
        self._late = not told()  # where the system does not say how long a process waited, it may have been long
        self.outputs, self.output_room, self.echo = [], output_room, echo
        self._calls = self._callbacks = 0

    def end_of_test(self) -> None:
        """Revoke what a test lent: its functions may not be called any more, its exceptions not come back."""
        self.values.forget()
        self.echo = False

    def end(self, reason: BaseException) -> BaseException:
        """Never ask this worker again; returns the reason, to be raised."""
        if self.ended is None:
            self.ended = reason
        return reason

    def raised(self, error: BaseException) -> bool:
        """Did this exception come from the learner's side?"""
        return getattr(error, "__dict__", {}).get("judge_from") is self

    def release(self, key: int) -> None:
        """The test dropped a remote; the worker is told with the next question."""
        self._released.append(key)

    def quiet(self) -> None:
        """Between questions a worker has nothing to say."""
        if self.alive and self.channel.waiting():
            try:
                self.channel.receive(time.monotonic() + 0.1)
            except (EOFError, OSError):
                raise self.end(Died("the process ended")) from None
            raise self.end(ProtocolError("the worker spoke without being asked"))

    # ---- questions

    def request(self, what: str, *args: Any) -> Any:
        """Ask the worker to do `what`; its plain answer, a remote, or the learner's exception."""
        if self.ended is not None:
            raise self.ended
        self._calls += 1
        if self._calls > MAX_CALLS:
            raise self.end(TimedOut("too many operations in one test"))
        if self._depth >= MAX_NESTING:
            raise self.end(ProtocolError("callbacks nested too deep"))
        if not self._depth:
            self.quiet()
        self._ids += 1
        number = self._ids
        self._ask(number, what, args)
        self._depth += 1
        try:
            answer, failed, warned = self._answer(number)
        except BaseException as error:  # a question without its answer: from here on nothing would be in order
            self.end(error)
            raise
        finally:
            self._depth -= 1
        for category, text in warned if self.echo else ():  # those of a cell are among its outputs, and not the judge's
            warnings.warn(text, category, stacklevel=4)
        if failed:
            raise self._harmless(answer, ended=what == "operate" and args[0] == "next")
        return answer

    def _harmless(self, error: Exception, ended: bool) -> Exception:
        """StopIteration means an end only where something was iterated: elsewhere `all` and `map` of the test's would
        take it for one, and a check over nothing holds. Python itself does the same in generators."""
        if ended or not isinstance(error, StopIteration | StopAsyncIteration):
            return error
        found = RuntimeError(f"{type(error).__name__}: {error}")
        found.__dict__.update({k: v for k, v in error.__dict__.items() if k.startswith("judge_")})
        return found

    def _ask(self, number: int, what: str, args: tuple) -> None:
        encoder = self.values.encoder()
        try:
            trees = [encoder.value(arg) for arg in args]
            released = [key for key in self._released if key not in self.values.mirrors.objects]
            frame = encoder.frame([CALL, number, what, trees, released])
        except TooLarge as error:
            raise AuthorError(f"an argument of the test: {error}") from None
        self._released.clear()
        self._transmit(frame)

    def _answer(self, number: int) -> tuple[Any, bool, list]:
        while True:
            message, decoder = self._receive()
            if message[0] == CALLBACK:
                self._call_back(message, decoder)
                continue
            if message[0] not in (RESULT, ERROR) or len(message) != 4 or message[1] != number:
                raise self.end(ProtocolError("an answer to a question that was not asked"))
            failed = message[0] == ERROR
            try:
                warned = self._side(message[3], decoder)
                value = self.values.error(message[2], decoder) if failed else decoder.value(message[2])
            except ProtocolError as error:
                raise self.end(error) from None
            return value, failed, warned

    def _transmit(self, frame: bytes) -> None:
        try:
            self.channel.send(frame, self.deadline)
        except TimeoutError:
            late = self._late or self._starved() >= WORTH_WAITING
            raise self.end(TimedOut("the learner's code does not answer", late)) from None
        except OSError:
            raise self.end(Died("the process ended")) from None

    def _receive(self) -> tuple[list, Decoder]:
        try:
            message, blobs = self._frame()
        except ProtocolError as error:
            raise self.end(error) from None
        except TimeoutError:
            raise self.end(TimedOut("the learner's code took too long", self._late)) from None
        except (EOFError, OSError):
            raise self.end(Died("the process ended")) from None
        if type(message) is not list or len(message) < 4 or type(message[0]) is not int or type(message[1]) is not int:
            raise self.end(ProtocolError("a message of no known kind"))
        return message, self.values.decoder(blobs)

    def _frame(self) -> tuple[Any, bytes]:
        while True:
            try:
                return self.channel.receive(self.deadline)
            except TimeoutError:
                taken = self._starved()
                more = min(taken, self._longer)
                self._late |= taken - more >= WORTH_WAITING
                if more < WORTH_WAITING:
                    raise
                self._longer -= more
                self.deadline = time.monotonic() + more

    # ---- callbacks

    def _call_back(self, message: list, decoder: Decoder) -> None:
        """The learner's code calls a function of the test."""
        self._callbacks += 1
        if self._callbacks > MAX_CALLBACKS:
            raise self.end(TimedOut("too many calls of the test's functions"))
        function, args, kwargs = self._called(message, decoder)
        try:
            self.values.places[message[2]].demand(len(args), kwargs)
            answer, kind = function(*args, **kwargs), CALLBACK_RESULT
        except Exception as error:
            answer, kind = error, CALLBACK_ERROR
        except BaseException as error:
            self.end(error)  # a failed check ends the test; the worker waits for an answer that never comes
            raise
        encoder = self.values.encoder()
        try:
            tree = self.values.encode_error(answer) if kind == CALLBACK_ERROR else encoder.value(answer)
            self._transmit(encoder.frame([kind, message[1], tree]))
        except TooLarge as error:
            raise self.end(AuthorError(f"what a function of the test returns: {error}")) from None
        except AuthorError as error:
            raise self.end(error)  # noqa: B904

    def _called(self, message: list, decoder: Decoder) -> tuple[Callable, list, dict]:
        try:
            if len(message) != 6 or type(message[2]) is not int or message[2] not in self.values.functions:
                raise ProtocolError("a call of a function that the test did not pass")
            if type(message[3]) is not list or type(message[4]) is not list:
                raise ProtocolError("a malformed call of the test's function")
            args = [decoder.value(tree) for tree in message[3]]
            kwargs = {}
            for pair in message[4]:
                if type(pair) is not list or len(pair) != 2 or type(pair[0]) is not str or pair[0] in kwargs:
                    raise ProtocolError("a malformed call of the test's function")
                kwargs[pair[0]] = decoder.value(pair[1])
            warned = self._side(message[5], decoder)
        except ProtocolError as error:
            raise self.end(error) from None
        for category, text in warned if self.echo else ():
            warnings.warn(text, category, stacklevel=5)
        return self.values.functions[message[2]], args, kwargs

    # ---- what was printed and warned of

    def _side(self, tree: Any, decoder: Decoder) -> list[tuple[type[Warning], str]]:
        if not (type(tree) is list and len(tree) == 2 and all(type(part) is list for part in tree)):
            raise ProtocolError("malformed outputs")
        outputs, warned = tree
        if len(outputs) > MAX_SIDE or len(warned) > MAX_WARNINGS:
            raise ProtocolError("too many outputs")
        for piece in outputs:
            self._keep_output(piece, decoder)
        return [self._warning(piece) for piece in warned]

    def _keep_output(self, piece: Any, decoder: Decoder) -> None:
        if not (type(piece) is list and len(piece) == 2 and piece[0] in ("stdout", "stderr", "display", "result")):
            raise ProtocolError("a malformed output")
        content = decoder.value(piece[1])
        if piece[0] in ("stdout", "stderr"):
            texts = [content]
        else:
            texts = [part for pair in content.items() for part in pair] if type(content) is FrozenDict else [None]
        if not all(type(text) is str for text in texts):
            raise ProtocolError("a malformed output")
        size = sum(map(len, texts))
        if size <= self.output_room:
            self.output_room -= size
            self.outputs.append((piece[0], content))
        if self.echo and piece[0] in ("stdout", "stderr"):
            getattr(sys, piece[0]).write(content)

    def _warning(self, piece: Any) -> tuple[type[Warning], str]:
        if not (type(piece) is list and len(piece) == 2 and type(piece[0]) is list and type(piece[1]) is str):
            raise ProtocolError("a malformed warning")
        kinds = (builtin_exception(name) for name in piece[0][:4])
        return next((kind for kind in kinds if kind and issubclass(kind, Warning)), UserWarning), clean(piece[1], 500)
