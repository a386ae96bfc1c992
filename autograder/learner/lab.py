"""JupyterLab on a learner's folder: on the first notebook that is not finished, with the map beside it.

    python -m autograder.learner.lab RELEASE FOLDER [--no-open]

is what start.py runs: it brings FOLDER up to date with RELEASE, and opens it. Settings, and which documents are open,
are kept in FOLDER/.lab; nothing is written into anybody's home.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any
from urllib.parse import quote

from autograder.kit.reading import Unusable
from autograder.learner.overview import progress
from autograder.learner.place import place

MAP = "README.md"
OURS = ".lab"  # in the learner's folder
#: No news and no talk of newer versions in a corner of the page; Markdown is to be read, not to be edited. Beside the
#: map a line of code has room for ninety characters on a small screen, and goes on below rather than out of sight.
SETTINGS = {
    "@jupyterlab/apputils-extension:notification": {"fetchNews": "false", "checkForUpdates": False},
    "@jupyterlab/docmanager-extension:plugin": {"defaultViewers": {"markdown": "Markdown Preview"}},
    "@jupyterlab/notebook-extension:tracker": {"codeCellConfig": {"lineNumbers": False, "lineWrap": True}},
}
WIDTHS = [0, 0.7, 0.3]  # of the panel on the left, of the notebook, of the map on the right
#: A login shell sets PATH anew, so it runs first, and the shell that one types into after it.
LOGIN_THEN_PATH = 'PATH="$1:$PATH"; export PATH; exec "$0" -i'
UNDERSTAND_IT = ("bash", "zsh", "sh", "dash", "ksh")


def main(argv: list[str]) -> int:
    """Bring the folder up to date, say what was done, and open JupyterLab there."""
    release, folder, *rest = argv
    for sentence in place(Path(release), Path(folder)):
        print(sentence)
    return 0 if "--no-open" in rest else open_lab(Path(folder))


def open_lab(folder: Path) -> int:
    """Run JupyterLab until it is stopped; its exit code."""
    folder = folder.resolve()
    print("Opening JupyterLab. To stop it, press Ctrl+C here.", flush=True)
    try:
        return subprocess.run(command(folder), cwd=folder, env=environment()).returncode
    except KeyboardInterrupt:
        return 0


def command(folder: Path) -> list[str]:
    """The command that opens JupyterLab on the folder; writes the settings that it names."""
    notebook = first_not_finished(folder)
    settings, workspaces = folder / OURS / "settings", folder / OURS / "workspaces"
    settings.mkdir(parents=True, exist_ok=True)
    (settings / "overrides.json").write_text(json.dumps(SETTINGS, indent=1) + "\n", encoding="utf-8")
    options = [f"--LabApp.app_settings_dir={settings}", f"--LabApp.workspaces_dir={workspaces}"]
    if notebook is not None:
        lay_out(workspaces, notebook, (folder / MAP).is_file())
        options.append(f"--LabApp.default_url=/lab/tree/{quote(notebook)}")
    shell = terminal_shell()
    if shell is not None:
        options.append(f"--ServerApp.terminado_settings={ {'shell_command': shell}!r}")
    return [sys.executable, "-m", "jupyterlab", f"--ServerApp.root_dir={folder}", *options]


def first_not_finished(folder: Path) -> str | None:
    """The notebook to go on with, as a path below the folder; of a course that is finished, the last one."""
    try:
        here = progress(folder)
    except (Unusable, OSError):
        return None
    notebook = here.next or here.notebooks[-1]
    return notebook.path.relative_to(folder).as_posix()


def lay_out(workspaces: Path, notebook: str, with_map: bool) -> None:
    """Write what JupyterLab shows at first: the notebook, and the map in the panel on its right.

    In the panel, and not beside the notebook's tab: then what a link in the map opens becomes a tab of its own there.
    The list of files is folded away, so that lines of code have room.
    """
    from jupyterlab_server.workspaces_handler import WorkspacesManager

    opened, read = f"notebook:{notebook}", f"markdownviewer-widget:{MAP}"
    right = {"collapsed": False, "visible": True, "current": read, "widgets": [read]}
    data: dict[str, Any] = {
        "layout-restorer:data": {
            "main": {"dock": {"type": "tab-area", "currentIndex": 0, "widgets": [opened]}, "current": opened},
            "down": {"size": 0, "widgets": []},
            "left": {"collapsed": True, "visible": True},
            "right": right if with_map else {"collapsed": True, "visible": True},
            "relativeSizes": WIDTHS,
        },
        opened: {"data": {"path": notebook, "factory": "Notebook"}},
    }
    if with_map:
        data[read] = {"data": {"path": MAP, "factory": "Markdown Preview"}}
    workspaces.mkdir(parents=True, exist_ok=True)
    WorkspacesManager(str(workspaces)).save("default", json.dumps({"data": data, "metadata": {"id": "default"}}))


def environment() -> dict[str, str]:
    """With this environment's commands first on PATH, so that `autograder check` works in JupyterLab's terminal."""
    return {**os.environ, "PATH": os.pathsep.join([commands(), os.environ.get("PATH", "")])}


def commands() -> str:
    """The folder of this environment's commands: bin, or Scripts on Windows."""
    return str(Path(sys.executable).parent)


def terminal_shell() -> list[str] | None:
    """The shell for JupyterLab's terminal; None where its own choice takes over PATH as it is, as on Windows."""
    shell = os.environ.get("SHELL") or "/bin/sh"
    if os.name == "nt" or Path(shell).name not in UNDERSTAND_IT:
        return None
    return [shell, "-l", "-c", LOGIN_THEN_PATH, shell, commands()]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
