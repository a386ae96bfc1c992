#!/usr/bin/env python3
"""Set up the course and open it: `python3 start.py` (Windows: `py start.py`) in this folder, as often as you like.

The first time it makes an environment of its own (.venv, about a minute) and copies the notebooks to my-course/. After
that it opens JupyterLab there, on the first notebook that you have not finished. When a newer zip was unpacked here,
its texts and tests are put around your answers and your own cells, and your files as they were are kept beside them.
Nothing but Python 3.11 or newer is needed. Without a network, `--wheels FOLDER` takes all packages from a folder of
wheels.
"""

import hashlib
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
    folder = wheels(sys.argv[1:])
    if folder is not None and not folder.is_dir():
        return fail(f"--wheels wants a folder that holds wheels; {folder} is none. Say it as: start.py --wheels FOLDER")
    wheel = HERE / WHEEL
    if not wheel.is_file():
        return fail(f"The course package, {WHEEL or 'a wheel'}, should lie beside start.py. Unpack the zip again.")
    if not ready(wheel) and not install(wheel, folder):
        return 1
    command = [str(PYTHON), "-m", "autograder.learner.lab", "release", "my-course"]
    try:
        return subprocess.run(command + ["--no-open"] * ("--no-open" in sys.argv[1:]), cwd=str(HERE)).returncode
    except KeyboardInterrupt:
        return 0


def wheels(arguments):
    """The folder that stands after --wheels; None: packages come from the package index."""
    if "--wheels" not in arguments:
        return None
    after = arguments[arguments.index("--wheels") + 1 :]
    return Path(after[0]).resolve() if after else Path("(nothing was said)")


def wanted(wheel):
    """What the environment is made from: when any of it changes, it is made again."""
    parts = [wheel.read_bytes(), (HERE / "constraints.txt").read_bytes(), sys.version.encode(), str(HERE).encode()]
    return hashlib.sha256(b"\0".join(parts)).hexdigest()


def ready(wheel):
    return PYTHON.exists() and STAMP.is_file() and STAMP.read_text() == wanted(wheel)


def install(wheel, folder):
    try:
        import ensurepip  # noqa: F401
    except ImportError:
        fail(
            "This Python cannot make an environment. On Debian and Ubuntu: sudo apt install python3-venv. "
            "With uv: uv run start.py"
        )
        return False
    print("Making the environment, which takes one to five minutes and shows nothing meanwhile ...", flush=True)
    pip = [str(PYTHON), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    offline = ["--no-index", "--find-links", str(folder)] if folder else []
    advice = (
        f"Is a package missing in {folder}? README.md says how to fill such a folder."
        if folder
        else "Without a network? The first time needs one, or a folder of wheels: start.py --wheels FOLDER"
    )
    for command in (
        [sys.executable, "-m", "venv", "--clear", str(VENV)],
        [*pip, *offline, "--constraint", "constraints.txt", f"./{wheel.name}[course]"],
    ):
        if subprocess.run(command, cwd=str(HERE)).returncode:
            fail(f"This command failed: {' '.join(command)}\n{advice}")
            return False
    STAMP.write_text(wanted(wheel))
    return True


def fail(sentence):
    print(sentence, file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main())
