#!/usr/bin/env python3
"""Make .venv, or bring it up to date: `python tools/make_venv.py [--if-stale]`.

Standard library only, since it runs before anything is installed. It ends with a file .venv/.stamp that holds what the
environment was made from; a run that is interrupted leaves no stamp, and the next one starts again.
"""

from __future__ import annotations

import hashlib
import importlib.util
import subprocess
import sys
import sysconfig
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
STAMP = VENV / ".stamp"


def wanted() -> str:
    """What the environment depends on: the pins, the project's metadata, this Python, and where the checkout lies."""
    parts = [(ROOT / name).read_bytes() for name in ("constraints.txt", "pyproject.toml")]
    parts += [sys.version.encode(), str(ROOT).encode(), sysconfig.get_platform().encode()]
    return hashlib.sha256(b"\0".join(parts)).hexdigest()


def python() -> Path:
    return VENV / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")


def main() -> int:
    if sys.version_info < (3, 11):
        print(f"This needs Python 3.11 or newer; {sys.executable} is {sys.version.split()[0]}.", file=sys.stderr)
        return 1
    want = wanted()
    if python().exists() and STAMP.is_file() and STAMP.read_text() == want:
        return 0
    if importlib.util.find_spec("ensurepip") is None:
        print(
            "This Python cannot make an environment: install the package python3-venv, or use uv as the README shows.",
            file=sys.stderr,
        )
        return 1
    print("making .venv (a minute the first time) ...", flush=True)
    STAMP.unlink(missing_ok=True)
    pip = [str(python()), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    for command in (
        # --clear: a half-made environment, or one of another Python, is not worth repairing.
        [sys.executable, "-m", "venv", "--clear", str(VENV)],
        [*pip, "-c", "constraints.txt", "-e", ".[dev]"],
    ):
        if subprocess.run(command, cwd=ROOT).returncode:
            print(f"this failed: {' '.join(command)}", file=sys.stderr)
            return 1
    STAMP.write_text(want)
    return 0


if __name__ == "__main__":
    sys.exit(main())
