"""Where the scheduler is and by which certificates it is reached: the options of commands that judge on a cluster."""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from pathlib import Path

from autograder.errors import UsageError

PROTOCOLS = ("tcp", "tls")
FILES = {"tls_ca_file": "certificate authority", "tls_cert": "certificate", "tls_key": "private key"}


@dataclass(frozen=True)
class Scheduler:
    """A Dask scheduler: its address, and PEM files where they are not those of Dask's own configuration."""

    address: str
    tls_ca_file: Path | None = None
    tls_cert: Path | None = None
    tls_key: Path | None = None


def add_scheduler(parser: argparse.ArgumentParser) -> None:
    """The options; see `scheduler_of`."""
    about = "judge on the Dask cluster of this scheduler, such as tls://grader.example:8786 (docs/cluster.md)"
    parser.add_argument("--scheduler", metavar="ADDRESS", help=about)
    for name, what in FILES.items():
        about = f"{what} for tls://, in PEM format (default: Dask's configuration)"
        parser.add_argument(f"--{name.replace('_', '-')}", type=Path, metavar="FILE", help=about)


def scheduler_of(options: argparse.Namespace) -> Scheduler | None:
    """What the options say; None when the judging is done here. Raises UsageError for what cannot be meant."""
    files = {name: getattr(options, name) for name in FILES if getattr(options, name)}
    if options.scheduler is None:
        if files:
            raise UsageError(f"{_option(min(files))} belongs to --scheduler, which is missing")
        return None
    protocol, separator, place = options.scheduler.rpartition("://")
    protocol = protocol if separator else "tls" if files else "tcp"
    if protocol not in PROTOCOLS or not place:
        raise UsageError(f"--scheduler wants an address such as tls://grader.example:8786, not {options.scheduler!r}")
    if files and protocol != "tls":
        raise UsageError(f"{_option(min(files))} is for an address that begins with tls://, not {protocol}://")
    for name, file in files.items():
        if not file.is_file():
            raise UsageError(f"{_option(name)}: there is no file {file}")
    return Scheduler(f"{protocol}://{place}", **files)


def _option(name: str) -> str:
    return f"--{name.replace('_', '-')}"
