"""Which workers of a cluster may be asked: those that are there, passed an examination, and do not keep failing."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable, Collection
from concurrent.futures import Future, ThreadPoolExecutor

EXAMINERS = 32  # at the same time
FAULTS = 3  # in a row, and a worker is asked no more: its disk may be full


class Roll:
    """`workers` says who is there, with how many threads; `examine` why one may not be asked, None if it may.

    passed: the threads of each worker that may be asked
    left_out: why each of the others may not, as a sentence; "" for one that was gone before it was examined
    """

    def __init__(self, workers: Callable[[], dict[str, int]], examine: Callable[[str], str | None]):
        self._workers, self._examine = workers, examine
        self.passed: dict[str, int] = {}
        self.left_out: dict[str, str] = {}
        self._examined: dict[str, Future[str | None]] = {}
        self._faults: Counter[str] = Counter()  # in a row
        self._examiners = ThreadPoolExecutor(EXAMINERS)
        self._lock = threading.Lock()

    def look(self) -> list[str]:
        """Forget who is gone, have those examined who have come; sentences about who is left out from now on."""
        there = self._workers()
        with self._lock:
            for known in (self.passed, self.left_out, self._examined):
                for worker in known.keys() - there.keys():
                    del known[worker]
            for worker in there.keys() - self.passed.keys() - self.left_out.keys() - self._examined.keys():
                self._examined[worker] = self._examiners.submit(self._examine, worker)
            told = []
            for worker in [worker for worker, examined in self._examined.items() if examined.done()]:
                reason = self._examined.pop(worker).result()
                if reason is None:
                    self.passed[worker] = there[worker]
                else:
                    self.left_out[worker] = reason
                    told += [f"{worker}: {reason}"] if reason else []
        return told

    @property
    def examining(self) -> bool:
        """Is anybody's examination still going on?"""
        return bool(self._examined)

    def may(self) -> frozenset[str]:
        """Who may be asked."""
        with self._lock:
            return frozenset(self.passed)

    def gone(self, workers: Collection[str]) -> bool:
        """May none of these be asked any more?"""
        return not self.may() & set(workers)

    def answered(self, worker: str, fault: str = "") -> str:
        """Count the faults of a worker; a sentence when it is left out from now on, else ""."""
        with self._lock:
            self._faults[worker] = self._faults[worker] + 1 if fault else 0
            if self._faults[worker] < FAULTS or worker not in self.passed:
                return ""
            del self.passed[worker]
            self.left_out[worker] = f"it failed {FAULTS} times in a row: {fault}"
            return f"{worker}: {self.left_out[worker]}"

    def leave_out(self, worker: str, reason: str) -> str:
        """Ask this worker no more; a sentence that says so, "" when it is not asked anyway."""
        with self._lock:
            if worker not in self.passed:
                return ""
            del self.passed[worker]
            self.left_out[worker] = reason
            return f"{worker}: {reason}"

    def close(self) -> None:
        self._examiners.shutdown(cancel_futures=True)
