"""How much a submission may use, and the limits that the operating system keeps."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass, fields
from typing import Any

MB = 1 << 20
LONGEST = 3  # times a limit of seconds, where the machine is busy with something else


@dataclass(frozen=True)
class Limits:
    """One budget for a submission; a notebook may set others in its metadata.

    Times are seconds of wall clock, less those for which a learner's code, or the judge, was ready to run and other
    processes had all cores; with these a limit grows to LONGEST times itself. Memory is address space, which the
    operating system can refuse at once.
    """

    cell_seconds: float = 20.0
    test_seconds: float = 20.0
    submission_seconds: float = 120.0
    memory_bytes: int = 2048 * MB
    judge_memory_bytes: int = 4096 * MB
    file_bytes: int = 16 * MB
    open_files: int = 64
    tasks: int = 256  # threads, and processes where the sandbox allows any
    scratch_bytes: int = 64 * MB
    scratch_files: int = 5_000
    output_characters: int = 200_000  # printed by one cell
    rich_bytes: int = 4 * MB  # shown by one cell: pictures and the like
    total_output_bytes: int = 16 * MB  # printed and shown by all cells together

    @classmethod
    def of(cls, overrides: Mapping[str, Any] | None) -> Limits:
        """The usual limits with a notebook's own; a name that is no limit is ignored."""
        known = {field.name for field in fields(cls)}
        return cls(**{name: value for name, value in (overrides or {}).items() if name in known})

    def as_dict(self) -> dict[str, Any]:
        return asdict(self)


def restrict_worker(limits: Limits) -> None:
    """Put the calling process under the limits for learners' code. POSIX only."""
    import resource

    cpu = int(limits.submission_seconds) + 5  # wall clock is the judge's; this ends what the judge cannot see
    settings = {
        "RLIMIT_AS": limits.memory_bytes,
        "RLIMIT_FSIZE": limits.file_bytes,
        "RLIMIT_NOFILE": limits.open_files,
        "RLIMIT_CORE": 0,
        "RLIMIT_MEMLOCK": 0,
        "RLIMIT_MSGQUEUE": 0,
        "RLIMIT_CPU": cpu,
    }
    for name, value in settings.items():
        kind = getattr(resource, name, None)  # macOS has fewer
        if kind is not None:
            set_limit(kind, value)


def restrict_judge(limits: Limits) -> None:
    """The judge's own memory limit: a value can lie about how much handling it takes.

    Some systems (macOS) know no bound below what a process has mapped already. There `Judge` ends one that hangs, and
    what it looks at is bounded by the size of a message.
    """
    import resource

    set_limit(resource.RLIMIT_CORE, 0)
    with suppress(OSError, ValueError):
        set_limit(resource.RLIMIT_AS, limits.judge_memory_bytes)


def set_limit(kind: int, value: int) -> None:
    """Lower a limit for good; where the system's own is lower still, that one stays."""
    import resource

    _, hard = resource.getrlimit(kind)
    value = value if hard == resource.RLIM_INFINITY else min(value, hard)
    resource.setrlimit(kind, (value, value))
