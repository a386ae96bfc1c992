"""The end of a command whose output goes into `head`, or into a pager that was left: quiet, as of a shell's own."""

from __future__ import annotations

import os
import select
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress


class NobodyReads(Exception):
    """Whoever read what this command writes has gone."""

    exit_code = 141  # what a shell says of a program that SIGPIPE ended


@contextmanager
def until_nobody_reads() -> Iterator[None]:
    """Raise NobodyReads in the place of a BrokenPipeError of the screen's; one of any other pipe goes on as it is.

    What is still in the buffer is written here, since Python would complain of it when it ends.
    """
    try:
        yield
        sys.stdout.flush()
    except BrokenPipeError:
        closed = [_closed(stream) for stream in (sys.stdout, sys.stderr)]
        if not any(closed):
            raise
        raise NobodyReads from None
    finally:
        try:
            sys.stdout.flush()
        except (BrokenPipeError, ValueError):
            _closed(sys.stdout)


def _closed(stream: object) -> bool:
    """Is this a pipe without a reader? Then nothing more goes there, for Python writes what is left when it ends."""
    try:
        descriptor = stream.fileno()  # type: ignore[attr-defined]
        poll = select.poll()
    except (AttributeError, OSError, ValueError):  # no file, or a system without pipes of this kind
        return False
    poll.register(descriptor, select.POLLOUT)
    if not any(event & select.POLLERR for _, event in poll.poll(0)):
        return False
    with suppress(OSError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, descriptor)
        os.close(nowhere)
    return True
