"""How many a grader gets through, and how long one waits for an answer while others come at a steady pace."""

from __future__ import annotations

import resource
import threading
import time
from concurrent.futures import ThreadPoolExecutor

from autograder.judge.pool import cores
from graders.adapter import Grader
from graders.box import run
from graders.corpus import plain
from graders.counting import Load
from graders.exercise import POINTS


def measure(grader: Grader, count: int, answers: int, every: float) -> Load:
    """A class of `count` at once; then `answers` submissions, one each `every` seconds, each by its own command."""
    before, began = _computing(), time.perf_counter()
    if grader.together:
        _graded(grader, range(count))
    else:
        with ThreadPoolExecutor(cores()) as pool:
            list(pool.map(lambda number: _graded(grader, [number]), range(count)))
    seconds, computing = time.perf_counter() - began, _computing() - before
    return Load(count, seconds, computing, every, tuple(_answers(grader, answers, every)))


def _answers(grader: Grader, count: int, every: float) -> list[float]:
    """Seconds from the moment at which each comes until it has its points; as many at a time as there are cores."""
    began, lasted, lock = time.perf_counter(), [], threading.Lock()

    def one(number: int) -> None:
        _graded(grader, [number])
        with lock:
            lasted.append(time.perf_counter() - began - number * every)

    with ThreadPoolExecutor(cores()) as pool:
        for number in range(count):
            time.sleep(max(began + number * every - time.perf_counter(), 0.0))
            pool.submit(one, number)
    if len(lasted) != count:
        raise RuntimeError(f"{grader.name}: {count - len(lasted)} right answers of {count} did not get their points")
    return lasted


def _graded(grader: Grader, numbers: range | list[int]) -> None:
    answers = {f"learner{number:04}": plain(number) for number in numbers}
    found = run(grader, answers, seconds=3600)
    points = [came.points for came in found.came.values()]
    if points != [POINTS] * len(answers):
        raise RuntimeError(f"{grader.name}: right answers got {points}: {found.said[-2000:]}")


def _computing() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime
