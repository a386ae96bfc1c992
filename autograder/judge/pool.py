"""As many judges as there are cores, each at one piece of work at a time."""

from __future__ import annotations

import os
import queue
import traceback
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import ExitStack
from itertools import islice
from typing import TypeVar

from autograder.errors import OurFault
from autograder.judge.grader import Judge
from autograder.limits import Limits
from autograder.sandbox.cores import allowed

Item = TypeVar("Item")
Done = TypeVar("Done")


def cores() -> int:
    """The cores that this process may use."""
    return len(allowed()) or os.cpu_count() or 1


class Judges:
    """Judges that are started together; every piece of work is given to one that is free.

    require: the sandbox level below which none of them judges; limits: other ones than the usual
    """

    def __init__(self, jobs: int, require: int | None = None, limits: Limits | None = None):
        self.jobs, self.require, self.limits = jobs, require, limits
        self.level = 0
        self._open = ExitStack()
        self._free: queue.SimpleQueue[Judge] = queue.SimpleQueue()
        self._threads = ThreadPoolExecutor(jobs)
        self._starting: list[Future[Judge]] = []

    def begin(self) -> None:
        """Start the judges, and do not wait for them; whoever does not enter after that calls `close`."""
        for _ in range(self.jobs):
            judge = Judge(limits=self.limits, require=self.require)
            self._open.callback(judge.close)
            self._starting.append(self._threads.submit(judge.__enter__))

    def __enter__(self) -> Judges:
        if not self._starting:
            self.begin()
        try:
            judges = [each.result() for each in self._starting]
        except BaseException:
            self.close()
            raise
        for judge in judges:
            self._free.put(judge)
        self.level = min(judge.level for judge in judges)
        return self

    def __exit__(self, *exception: object) -> None:
        self.close(*exception)

    def close(self, *exception: object) -> None:
        """End them, at once where something went wrong."""
        self._threads.shutdown(wait=not any(exception), cancel_futures=True)
        self._open.close()

    def run(self, work: Callable[[Judge, Item], Done], items: Iterable[Item]) -> Iterator[tuple[Item, Done | OurFault]]:
        """Each item with what became of it, as they come; an OurFault stands for one at which our side failed.

        Of several that ended meanwhile, the one begun first comes first.

        Only a few items are begun ahead of time, so that a class of thousands does not wait in memory.
        """
        waiting = iter(items)
        begun: dict[Future[Done | OurFault], Item] = {}
        while True:
            for item in islice(waiting, 2 * self.jobs - len(begun)):
                begun[self._threads.submit(self._one, work, item)] = item
            if not begun:
                return
            ended = wait(begun, return_when=FIRST_COMPLETED).done
            for future in [each for each in begun if each in ended]:
                yield begun.pop(future), future.result()

    def _one(self, work: Callable[[Judge, Item], Done], item: Item) -> Done | OurFault:
        judge = self._free.get()
        try:
            try:
                return work(judge, item)
            except OurFault:
                judge.close()  # a new judge process may do better; if it does not, the fault is no passing one
                return work(judge, item)
        except OurFault as fault:
            judge.close()
            return fault
        except Exception as error:  # a hole in our own code costs the one submission that found it
            traceback.print_exc()
            judge.close()
            return OurFault(f"something that nobody thought of: {type(error).__name__}: {error}")
        finally:
            self._free.put(judge)


class OneJudge:
    """A judge that is there already, in the place of `Judges`."""

    def __init__(self, judge: Judge):
        self.judge, self.level = judge, judge.level

    def run(self, work: Callable[[Judge, Item], Done], items: Iterable[Item]) -> Iterator[tuple[Item, Done]]:
        """Each item with what became of it; an OurFault comes through."""
        for item in items:
            yield item, work(self.judge, item)
