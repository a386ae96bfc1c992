"""The connection to a Dask scheduler: who its workers are, and asking one of them. The only file that Dask is in."""

from __future__ import annotations

import logging
import time
import uuid
from collections.abc import Callable, Collection
from concurrent.futures import CancelledError
from contextlib import suppress
from typing import Any

from autograder.cluster.options import Scheduler
from autograder.errors import OurFault, UsageError

PATIENCE = 10.0  # seconds for a scheduler to answer
TICK = 1.0  # seconds after which somebody who waits looks whether it is still worth it


class Lost(Exception):
    """Nobody will answer any more who was asked; another worker may be."""


class Late(Lost):
    """There was no answer in time. worker: who had the job then, "" where nobody had it."""

    def __init__(self, worker: str):
        super().__init__(worker)
        self.worker = worker


class Link:
    """A connection; raises OurFault when there is nobody at the other end."""

    def __init__(self, scheduler: Scheduler):
        try:
            import distributed
        except ModuleNotFoundError as error:
            raise UsageError(
                f"--scheduler needs the package {error.name}, which is not installed here; it comes with the extra "
                'cluster. In the checkout: pip install -c constraints.txt -e ".[cluster]"'
            ) from None
        for name in ("distributed", "distributed.client"):  # what is to be said of it we say, in sentences
            logging.getLogger(name).setLevel(logging.CRITICAL + 1)
        self._dask, self.address = distributed, scheduler.address
        try:
            self._client = distributed.Client(
                scheduler.address,
                timeout=PATIENCE,
                security=self._security(scheduler),
                set_as_default=False,
                # Answers are bytes: an object that only pickle could bring across is refused.
                deserializers=["dask", "msgpack"],
            )
        except (OSError, ValueError, TypeError, RuntimeError) as error:
            raise OurFault(
                f"no Dask scheduler answers at {scheduler.address} ({said(error)}): nothing was judged. Is it "
                "running, and are address and certificates the ones that it was started with? docs/cluster.md says how"
            ) from None

    def _security(self, scheduler: Scheduler) -> Any:
        if not scheduler.address.startswith("tls://"):
            return None
        files = {
            "tls_ca_file": scheduler.tls_ca_file,
            "tls_client_cert": scheduler.tls_cert,
            "tls_client_key": scheduler.tls_key,
        }
        given = {name: str(file) for name, file in files.items() if file}
        return self._dask.Security(require_encryption=True, **given)

    @property
    def dashboard(self) -> str | None:
        """The address of Dask's own pages about this cluster, where the scheduler has them."""
        try:
            return self._client.dashboard_link
        except (KeyError, OSError):
            return None

    def workers(self) -> dict[str, int]:
        """The threads of each worker that is there now, by address."""
        try:
            if self._client.status == "running":
                return self._client.nthreads()
        except (OSError, RuntimeError, AttributeError, CancelledError):  # the client closes itself meanwhile
            pass
        raise OurFault(
            f"the connection to the scheduler {self.address} was lost: nothing was written. What was judged is kept; "
            "run the same command again when the scheduler is back"
        )

    def ask(
        self,
        function: Callable[[bytes], bytes],
        job: bytes,
        workers: Collection[str],
        hopeless: Callable[[], bool],
        seconds: float | None = None,
    ) -> Any:
        """What one of these workers answers; Dask asks the next one when a worker is lost.

        Raises Lost as soon as `hopeless` says that nobody is left who could answer, Late when nobody did for so many
        seconds; OurFault when several workers were lost one after the other over this very job.
        """
        # No learner's name is in the key, which Dask's pages show.
        key = f"{function.__name__}-{uuid.uuid4().hex}"
        future = self._client.submit(function, job, workers=list(workers), key=key)
        until = None if seconds is None else time.monotonic() + seconds
        try:
            while True:
                try:
                    return future.result(timeout=TICK)
                except TimeoutError:
                    if hopeless():
                        raise Lost from None
                    if until is not None and time.monotonic() > until:
                        raise Late(self._has(key)) from None
        except self._dask.KilledWorker:
            raise OurFault(
                "the workers that judged it were lost one after the other, as if it ended them: look at their logs"
            ) from None
        except (CancelledError, OSError):  # the scheduler is gone or cannot be reached, or this run is over
            raise Lost from None
        finally:
            with suppress(Exception):
                future.release()

    def _has(self, key: str) -> str:
        """The worker that a job was given to."""
        with suppress(Exception):  # nobody may be there any more
            for worker, keys in self._client.processing().items():
                if key in keys:
                    return worker
        return ""

    def close(self) -> None:
        with suppress(Exception):  # nobody may be there any more
            self._client.close(timeout=PATIENCE)


def said(error: BaseException) -> str:
    """An exception in one line."""
    return f"{type(error).__name__}: {(str(error).splitlines() or [''])[0][:200]}"
