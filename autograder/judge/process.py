"""The judge's own process: trusted, with limits on itself, and replaceable.

Tests look at values that learners made, and a value can make looking expensive: a `len` of 10**12, a number with a
million digits, an array that `np.ones` is asked to match. Python code is stopped by an alarm, which works in a main
thread only; C code is not stopped by anything inside the process. So the judge is a process of its own, its main
thread runs the tests, and whoever called (a command, or a thread of formgrader's server) only waits, with a limit,
and starts another one when it must. This costs one more process at the start and 0.2 ms a submission.
"""

from __future__ import annotations

import importlib
import json
import os
import struct
import threading
from pathlib import Path
from typing import IO, Any

from autograder.errors import CommandError
from autograder.judge.workers import Zygote
from autograder.limits import Limits, restrict_judge
from autograder.sandbox import scratch
from autograder.sandbox.libc import closed_to_others

LENGTH = struct.Struct(">Q")
ANSWERING = "autograder.judge.answering"


def write_message(stream: IO[bytes], message: Any) -> None:
    data = json.dumps(message).encode()
    stream.write(LENGTH.pack(len(data)) + data)
    stream.flush()


def main(limits: str, folder: str, level: int | None) -> None:
    """Grade plans from standard input until it closes; see `grader` for the other end."""
    closed_to_others()  # it holds the hidden tests
    questions, answers = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # a stray print must not end up among the answers
    restrict = Limits.of(json.loads(limits))
    # The half second in which the zygote starts is as good a time as any to import what judging needs.
    importing = threading.Thread(target=importlib.import_module, args=(ANSWERING,))
    importing.start()
    try:
        zygote = Zygote(restrict, Path(folder), level)
    except CommandError as error:
        write_message(answers, {"fault": str(error)})
        return
    importing.join()
    restrict_judge(restrict)
    try:
        _serve(zygote, questions, answers)
    except BrokenPipeError:  # whoever asked was killed
        os.dup2(os.open(os.devnull, os.O_WRONLY), answers.fileno())  # for what is still to be flushed
    finally:
        zygote.close()
        scratch.remove(Path(folder))


def _serve(zygote: Zygote, questions: IO[bytes], answers: IO[bytes]) -> None:
    from autograder.judge.answering import answer

    hello = {"level": zygote.level, "way": zygote.way, "writes_confined": zygote.writes_confined}
    write_message(answers, hello | {"reasons": zygote.reasons})
    while header := questions.read(LENGTH.size):
        plan = json.loads(questions.read(LENGTH.unpack(header)[0]))
        answer(zygote, plan, answers)
