#!/usr/bin/env python3
"""Make .venv, or bring it up to date: `python tools/make_venv.py`; with `--torch`, .venv-torch for `make parity`.

Standard library only, since it runs before anything is installed. It ends with a file .stamp in the environment that
holds what it was made from; a run that is interrupted leaves no stamp, and the next one starts again.
"""

from __future__ import annotations

import hashlib
import importlib.util
import os
import subprocess
import sys
import sysconfig
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
COURSE = [["-e", ".[dev]"]]
TORCH = "torch==2.13.0"


def wanted(packages: list[list[str]]) -> str:
    """What an environment depends on: the pins, the project's metadata, this Python, and where the checkout lies."""
    parts = [(ROOT / name).read_bytes() for name in ("constraints.txt", "pyproject.toml")]
    parts += [sys.version.encode(), str(ROOT).encode(), sysconfig.get_platform().encode()]
    parts += [repr(packages).encode()]
    return hashlib.sha256(b"\0".join(parts)).hexdigest()


def python(venv: Path) -> Path:
    return venv / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")


def with_torch() -> list[list[str]]:
    """PyTorch, from $TORCH_INDEX where that is set (an index of builds for CPUs alone), and what given cells import."""
    index = os.environ.get("TORCH_INDEX")
    return [[*(["--index-url", index] if index else []), TORCH], ["numpy", "matplotlib"]]


def main() -> int:
    if sys.version_info < (3, 11):
        print(f"This needs Python 3.11 or newer; {sys.executable} is {sys.version.split()[0]}.", file=sys.stderr)
        return 1
    if "--torch" in sys.argv[1:]:
        return make(ROOT / ".venv-torch", with_torch())
    return make(ROOT / ".venv", COURSE)


def make(venv: Path, packages: list[list[str]]) -> int:
    """Make the environment unless it is up to date; each entry of `packages` is what one `pip install` is told."""
    want, stamp = wanted(packages), venv / ".stamp"
    if python(venv).exists() and stamp.is_file() and stamp.read_text() == want:
        return 0
    if importlib.util.find_spec("ensurepip") is None:
        print(
            "This Python cannot make an environment: install the package python3-venv, or use uv as the README shows.",
            file=sys.stderr,
        )
        return 1
    print(f"making {venv.name} (a minute the first time) ...", flush=True)
    stamp.unlink(missing_ok=True)
    pip = [str(python(venv)), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "-c", "constraints.txt"]
    for command in (
        # --clear: a half-made environment, or one of another Python, is not worth repairing.
        [sys.executable, "-m", "venv", "--clear", str(venv)],
        *([*pip, *each] for each in packages),
    ):
        if subprocess.run(command, cwd=ROOT).returncode:
            print(f"this failed: {' '.join(command)}", file=sys.stderr)
            return 1
    stamp.write_text(want)
    return 0


if __name__ == "__main__":
    sys.exit(main())
