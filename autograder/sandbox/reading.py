"""What a worker may read: Python, its packages, system libraries, fonts and time zones; of ours, the learner's side."""

from __future__ import annotations

import os
import site
import sys
import sysconfig
from collections.abc import Iterable, Iterator
from contextlib import suppress
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]  # where `autograder` is imported from
_OURS = ROOT / "autograder"
# Of the learner's commands the file alone that the first cell of a notebook imports from.
_OURS_READABLE = (_OURS / "__init__.py", _OURS / "kit", _OURS / "learner" / "__init__.py", ROOT / "minigrad")

SYSTEM = ("/lib", "/lib32", "/lib64", "/usr/lib", "/usr/lib32", "/usr/lib64", "/usr/local/lib")
_DATA: tuple[str, ...] = ("/usr/share/fonts", "/usr/local/share/fonts", "/usr/share/fontconfig", "/usr/share/zoneinfo")
_DATA += ("/usr/share/locale", "/usr/share/graphviz", "/usr/share/misc/magic.mgc", "/var/cache/fontconfig")
_DATA += ("/etc/fonts", "/etc/localtime", "/etc/timezone", "/etc/ld.so.cache", "/etc/ssl/openssl.cnf")
_DATA += ("/etc/mime.types", "/etc/os-release", "/sys/devices/system/cpu")
DEVICES = ("/dev/null", "/dev/zero", "/dev/urandom", "/dev/random")


def python_folders() -> list[Path]:
    """Where this Python keeps its library, its packages and what tells a virtual environment from others."""
    found = [Path(sysconfig.get_path(name)) for name in ("stdlib", "platstdlib", "purelib", "platlib")]
    found += [Path(folder) for folder in site.getsitepackages()]
    for folder in (sysconfig.get_config_var("LIBDIR") or "", f"{sys.base_prefix}/lib"):
        with suppress(OSError):  # the first may be where this Python was built, in somebody else's home
            found += Path(folder).glob("libpython3*")
    return [*found, Path(sys.prefix, "pyvenv.cfg")]


@cache
def readable() -> tuple[Path, ...]:
    """Files and folders that a worker may read, with what is below them."""
    wanted = [*map(Path, (*SYSTEM, *_DATA, *DEVICES)), *python_folders(), *_OURS_READABLE]
    real = dict.fromkeys(path.resolve() for path in wanted if exists(path))
    tops = [path for path in real if not any(parent in real for parent in path.parents)]
    inside = [path.resolve() for path in _OURS_READABLE]
    parts = [part for path in tops for part in without(path, [_OURS])]
    return tuple(dict.fromkeys([*parts, *(path for path in inside if exists(path))]))


def needed() -> list[Path]:
    """What the process that workers are forked from needs: more than they may read, but nothing that is secret."""
    executable = Path(sys.executable)
    found = [*readable(), executable, executable.resolve(), ROOT / "autograder"]
    # Folders that are links, such as /lib: programs name their loader by the link, and a virtual environment behind a
    # link names its packages by it.
    found += [path for path in map(Path, ("/lib", "/lib64", "/lib32")) if path.exists()]
    found += [path for path in python_folders() if path != path.resolve()]
    found += [Path(sys.prefix, "pyvenv.cfg")]
    return sorted(dict.fromkeys(path for path in found if exists(path) and not str(path).startswith("/dev/")))


def exists(path: Path) -> bool:
    """Is it there for us? `Path.exists` raises where a folder above is closed."""
    return os.path.exists(path)  # noqa: PTH110


def without(folder: Path, holes: Iterable[Path]) -> Iterator[Path]:
    """A folder, or the parts of it that hold none of `holes`: a rule cannot be taken back further down.

    Links among the parts are left out: a rule would be about where they lead, which may be around a hole.
    """
    inside = [hole for hole in holes if hole == folder or folder in hole.parents]
    if folder in inside:
        return
    if not inside:
        yield folder
        return
    with suppress(PermissionError):  # what may not be listed may not be read either
        for child in sorted(folder.iterdir()):
            if not child.is_symlink():
                yield from without(child, inside)
