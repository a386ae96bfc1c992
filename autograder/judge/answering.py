"""What the judge process does with a plan: run it, and write a record for each cell. It brings numpy and minigrad."""

from __future__ import annotations

import contextlib
import signal
import sys
import traceback
from collections.abc import Iterator
from typing import IO, Any

from autograder.errors import CommandError
from autograder.judge.process import write_message
from autograder.judge.replay import Replay
from autograder.judge.session import TimedOut
from autograder.judge.testrun import reference
from autograder.judge.workers import Zygote
from autograder.limits import LONGEST

PLOTS = ("plot", "plt", "pylab", "seaborn", "pandas")  # in a source: matplotlib may be needed

reference()  # before the memory limit, and while the zygote starts


@contextlib.contextmanager
def alarm(seconds: float) -> Iterator[None]:
    """Raise TimedOut in the block when this process computes for longer; on a busy machine the clock allows more.

    The first to ring stops the other: one that rang behind the block would be taken for a fault of ours.
    """
    seconds = max(seconds, 0.01)
    timers = {signal.SIGPROF: (signal.ITIMER_PROF, seconds), signal.SIGALRM: (signal.ITIMER_REAL, LONGEST * seconds)}

    def stop() -> None:
        for timer, _ in timers.values():
            signal.setitimer(timer, 0)

    def late(number: int, frame: Any) -> None:
        stop()
        raise TimedOut("it took too long", late=number == signal.SIGALRM)

    before = {number: signal.signal(number, late) for number in timers}
    for timer, limit in timers.values():
        signal.setitimer(timer, limit)
    try:
        yield
    finally:
        stop()
        for number, handler in before.items():
            signal.signal(number, handler)


def answer(zygote: Zygote, plan: dict[str, Any], answers: IO[bytes]) -> None:
    """Write the records of a plan and its end, or a fault of ours; then the process ends."""
    try:
        if any(word in cell["source"] for cell in plan["cells"] for word in PLOTS):
            zygote.import_plotting()
        write_message(answers, {"begun": True})
        for record in Replay(zygote, plan, alarm).records():
            write_message(answers, record)
        write_message(answers, {"end": True})
    except CommandError as error:
        # The zygote is gone. A learner's code can do that where signals are not confined, so it is no fault of
        # ours: leaving without a word costs the cell that ran, and the next judge goes on behind it.
        print(f"judge: {error}", file=sys.stderr)
        raise SystemExit(1) from None
    except BrokenPipeError:
        raise
    except BaseException as error:
        traceback.print_exc(file=sys.stderr)
        write_message(answers, {"fault": f"{type(error).__name__}: {error}"})
        raise SystemExit(3) from None
