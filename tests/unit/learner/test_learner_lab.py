"""JupyterLab opens on the first notebook that is not finished, with settings that travel with the learner's folder."""

from __future__ import annotations

import ast
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from autograder.learner import lab
from autograder.learner.place import place
from tests.notebooks.lesson import PATHS


@pytest.fixture
def folder(tmp_path):
    """Notebooks 00 and 02 and the map, as they were released."""
    release = tmp_path / "release"
    for name in ("00_orientation", "02_graphs"):
        shutil.copytree(PATHS.course / name, release / name)
    shutil.copy(PATHS.course / lab.MAP, release)
    place(release, tmp_path / "my course")
    return tmp_path / "my course"


def option(command, name):
    return next(each.partition("=")[2] for each in command if each.startswith(f"--{name}="))


def finish(path):
    """Every answer changed, run, and then its test, which says that all holds."""
    document = json.loads(path.read_text())
    for number, cell in enumerate(document["cells"]):
        if cell["metadata"].get("nbgrader", {}).get("solution"):
            cell["source"] = "# mine"
        if cell["cell_type"] == "code":
            cell["execution_count"] = number
            cell["outputs"] = [
                {"output_type": "stream", "name": "stdout", "text": "The visible checks in this cell hold.\n"}
            ]
    path.write_text(json.dumps(document))


def test_it_opens_the_first_notebook_that_is_not_finished(folder):
    assert option(lab.command(folder), "LabApp.default_url") == "/lab/tree/00_orientation/00_orientation.ipynb"
    finish(folder / "00_orientation/00_orientation.ipynb")
    assert option(lab.command(folder), "LabApp.default_url") == "/lab/tree/02_graphs/02_graphs.ipynb"
    finish(folder / "02_graphs/02_graphs.ipynb")
    assert option(lab.command(folder), "LabApp.default_url") == "/lab/tree/02_graphs/02_graphs.ipynb"


def test_a_folder_without_notebooks_is_opened_all_the_same(tmp_path):
    command = lab.command(tmp_path)
    assert not any("default_url" in each for each in command)
    assert option(command, "ServerApp.root_dir") == str(tmp_path)


def test_settings_and_layout_lie_in_the_folder_and_show_the_map_beside_the_notebook(folder):
    command = lab.command(folder)
    settings = Path(option(command, "LabApp.app_settings_dir"))
    workspaces = Path(option(command, "LabApp.workspaces_dir"))
    assert folder in settings.parents and folder in workspaces.parents
    quiet = json.loads((settings / "overrides.json").read_text())["@jupyterlab/apputils-extension:notification"]
    assert quiet == {"fetchNews": "false", "checkForUpdates": False}
    [layout] = [json.loads(path.read_text())["data"] for path in workspaces.iterdir()]
    assert layout["layout-restorer:data"]["right"]["widgets"] == ["markdownviewer-widget:README.md"]
    assert layout["notebook:00_orientation/00_orientation.ipynb"]["data"]["factory"] == "Notebook"


def test_settings_are_no_part_of_a_release(folder, tmp_path):
    lab.command(folder)
    said = place(folder, tmp_path / "copy")
    assert said and not any(lab.OURS in sentence for sentence in said)


def test_this_environments_commands_are_first_on_path():
    first = lab.environment()["PATH"].split(os.pathsep)[0]
    assert Path(first) == Path(sys.executable).parent


@pytest.mark.skipif(sys.platform == "win32", reason="there JupyterLab's own shell takes PATH over as it is")
@pytest.mark.parametrize("name", lab.UNDERSTAND_IT)
def test_the_terminal_finds_our_commands_also_where_a_login_sets_path_anew(name, tmp_path, monkeypatch):
    shell = shutil.which(name)
    if shell is None:
        pytest.skip(f"no {name} on this machine")
    for file in (".profile", ".bash_profile", ".zprofile"):
        (tmp_path / file).write_text("PATH=/usr/bin:/bin\nexport PATH SEEN=1\n")
    monkeypatch.setenv("SHELL", shell)
    command = lab.command(tmp_path)
    settings = ast.literal_eval(option(command, "ServerApp.terminado_settings"))
    done = subprocess.run(
        settings["shell_command"],
        input="echo first ${PATH%%:*}, $SEEN\n",
        env={"HOME": str(tmp_path), "PATH": "/usr/bin:/bin"},
        capture_output=True,
        text=True,
    )
    assert f"first {lab.commands()}, 1" in done.stdout, done


def test_a_shell_of_another_kind_is_left_to_jupyterlab(tmp_path, monkeypatch):
    monkeypatch.setenv("SHELL", "/usr/bin/fish")
    assert not any("terminado" in each for each in lab.command(tmp_path))
