#!/usr/bin/env python3
"""Set up the course and open it: `python3 start.py` (Windows: `py start.py`) in this folder, as often as you like.

The first time it makes an environment of its own (.venv, about a minute) and copies the notebooks to my-course/. After
that it opens JupyterLab there. Notebooks you have worked in are never touched: a newer one lands beside yours.
Nothing but Python 3.11 or newer is needed.
"""

import hashlib
import os
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
VENV = HERE / ".venv"
STAMP = VENV / "course.stamp"
BIN = VENV / ("Scripts" if sys.platform == "win32" else "bin")
PYTHON = BIN / ("python.exe" if sys.platform == "win32" else "python")
WHEEL = ""  # filled in when the zip is made: a newer zip may be unpacked over an older one, and both bring a wheel


def main():
    if sys.version_info < (3, 11):  # noqa: UP036 (this file must start on the Python that a learner happens to have)
        return fail(
            f"This course needs Python 3.11 or newer; this is {sys.version.split()[0]}. Get one from python.org."
        )
    wheel = HERE / WHEEL
    if not wheel.is_file():
        return fail(f"The course package, {WHEEL or 'a wheel'}, should lie beside start.py. Unpack the zip again.")
    if not ready(wheel) and not install(wheel):
        return 1
    subprocess.run([str(PYTHON), "-m", "autograder.kit.place", "release", "my-course"], cwd=str(HERE), check=True)
    if "--no-open" in sys.argv[1:]:
        return 0
    print("Opening JupyterLab. To stop it, press Ctrl+C here.")
    path = os.pathsep.join([str(BIN), os.environ.get("PATH", "")])
    command = [str(PYTHON), "-m", "jupyterlab"]
    try:
        return subprocess.run(command, cwd=str(HERE / "my-course"), env=dict(os.environ, PATH=path)).returncode
    except KeyboardInterrupt:
        return 0


def wanted(wheel):
    """What the environment is made from: when any of it changes, it is made again."""
    parts = [wheel.read_bytes(), (HERE / "constraints.txt").read_bytes(), sys.version.encode(), str(HERE).encode()]
    return hashlib.sha256(b"\0".join(parts)).hexdigest()


def ready(wheel):
    return PYTHON.exists() and STAMP.is_file() and STAMP.read_text() == wanted(wheel)


def install(wheel):
    try:
        import ensurepip  # noqa: F401
    except ImportError:
        fail(
            "This Python cannot make an environment. On Debian and Ubuntu: sudo apt install python3-venv. "
            "With uv: uv run start.py"
        )
        return False
    print("Making the environment (a minute the first time) ...", flush=True)
    pip = [str(PYTHON), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    for command in (
        [sys.executable, "-m", "venv", "--clear", str(VENV)],
        [*pip, "--constraint", "constraints.txt", wheel.name],
    ):
        if subprocess.run(command, cwd=str(HERE)).returncode:
            fail(f"This command failed: {' '.join(command)}\nWithout a network? The first time needs one.")
            return False
    STAMP.write_text(wanted(wheel))
    return True


def fail(sentence):
    print(sentence, file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main())
