"""One grading run at a time: two of them would put aside, delete and write the same files."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from autograder.errors import OurFault

PATIENCE = 3600.0  # seconds that a command waits for the run before it
IN_A_SERVER = 5.0  # and that formgrader does, since its whole server waits with it


@contextmanager
def alone(classroom: Path, patience: float = PATIENCE) -> Iterator[None]:
    """Hold the classroom's lock, waiting for it if need be; OurFault with a sentence when that takes too long.

    The system lets go of the lock when its holder dies, however it dies.
    """
    try:
        import fcntl
    except ImportError:  # Windows, where nothing is judged
        yield
        return
    classroom.mkdir(parents=True, exist_ok=True)
    descriptor = os.open(classroom / ".grading.lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        until, told = time.monotonic() + patience, False
        while True:
            try:
                fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
                break
            except BlockingIOError:
                if time.monotonic() > until:
                    raise OurFault(
                        f"{classroom} is being graded by another run: nothing was changed; try again when it is done"
                    ) from None
                if not told:
                    print(f"waiting for another grading run in {classroom}", file=sys.stderr, flush=True)
                told = True
                time.sleep(0.1)
        yield
    finally:
        os.close(descriptor)
