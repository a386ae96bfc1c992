"""The first minute: what start.py runs opens JupyterLab on the notebook to go on with, quiet, and beside the map."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from pathlib import Path

import pytest

from autograder.learner.place import place
from tests.browser.serving import ROOT, end, environment, free_port

NEXT = "01_tensors/01_tensors.ipynb"
SHOWN = """() => ({path: jupyterapp.shell.currentWidget.context.path,
  dirty: jupyterapp.shell.currentWidget.context.model.dirty,
  main: [...jupyterapp.shell.widgets('main')].map((w) => w.title.label)})"""
CONNECTED = """(path) => { const w = window.jupyterapp?.shell.currentWidget, s = w?.sessionContext;
  return w?.context?.path === path && w.context.isReady && s?.isReady && s.session?.kernel?.status === 'idle' &&
    w.context.model.getMetadata('language_info')?.version !== undefined; }"""
TOO_WIDE = """() => [...document.querySelectorAll('.jp-Notebook .jp-CodeCell .cm-scroller')]
  .filter((each) => each.scrollWidth > each.clientWidth + 1).map((each) => each.textContent.slice(0, 80))"""
SECONDS = 90


@pytest.fixture(scope="module")
def course(tmp_path_factory):
    """A learner's folder in which 00 is finished."""
    folder = tmp_path_factory.mktemp("learner") / "my-course"
    place(ROOT / "course", folder)
    path = folder / "00_orientation" / "00_orientation.ipynb"
    document = json.loads(path.read_text("utf-8"))
    for number, cell in enumerate(cell for cell in document["cells"] if cell["cell_type"] == "code"):
        if cell["metadata"].get("nbgrader", {}).get("solution"):
            cell["source"] = "# mine"
        cell["execution_count"] = number + 1
        holds = "The visible checks in this cell hold.\n"
        cell["outputs"] = [{"output_type": "stream", "name": "stdout", "text": holds}]
    path.write_text(json.dumps(document), "utf-8")
    return folder


@pytest.fixture(scope="module")
def address(course, tmp_path_factory):
    """The program that start.py runs, without a terminal around it; gives the address that it would open."""
    home = tmp_path_factory.mktemp("home")
    env = environment(home) | {"SHELL": "/bin/bash", "BROWSER": "true"}
    server = {"allow_root": True, "ip": "127.0.0.1", "port": free_port(), "open_browser": False}
    lab = {"expose_app_in_browser": True}
    (home / "jupyter_config_dir" / "jupyter_server_config.json").write_text(json.dumps({"ServerApp": server}))
    (home / "jupyter_config_dir" / "jupyter_lab_config.json").write_text(json.dumps({"LabApp": lab}))
    for name in (".profile", ".bash_profile"):  # as Debian's /etc/profile does
        (home / name).write_text("PATH=/usr/bin:/bin\n")
    before = {path for path in home.rglob("*") if path.is_file()}
    log = home / "server.log"
    with log.open("wb") as out:
        command = [sys.executable, "-m", "autograder.learner.lab", str(ROOT / "course"), str(course)]
        running = subprocess.Popen(
            command,
            cwd=course.parent,
            env=env,
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=out,
            start_new_session=True,
        )
        try:
            yield listening(home / "jupyter_runtime_dir", running, log)
        finally:
            end(running)
    written = {path.relative_to(home).as_posix() for path in home.rglob("*") if path.is_file() and path not in before}
    assert not any("settings" in name or "workspace" in name for name in written), written


def listening(runtime: Path, running: subprocess.Popen, log: Path) -> str:
    """The address with its token, as soon as the server has written it down."""
    deadline = time.monotonic() + SECONDS
    while time.monotonic() < deadline:
        assert running.poll() is None, log.read_text(errors="replace")[-3000:]
        for file in runtime.glob("jpserver-*.json"):
            try:
                said = json.loads(file.read_text())
            except ValueError:  # half written
                continue
            return f"{said['url']}?token={said['token']}"
        time.sleep(0.2)
    raise AssertionError(f"no server in {SECONDS} s:\n{log.read_text(errors='replace')[-3000:]}")


def test_jupyterlab_opens_on_the_notebook_to_go_on_with(page, address, course, screenshot):
    page.goto(address)
    page.wait_for_function(CONNECTED, arg=NEXT, timeout=SECONDS * 1000)
    course_map = page.locator("#jp-right-stack .jp-MarkdownViewer")
    course_map.get_by_role("heading", name="The course").wait_for()
    page.wait_for_timeout(3000)  # the question whether one wants news comes late
    assert page.locator(".Toastify__toast").count() == 0
    assert page.evaluate(SHOWN) == {"path": NEXT, "dirty": False, "main": ["01_tensors.ipynb"]}
    assert page.evaluate(TOO_WIDE) == [], "a line of code that goes on out of sight"
    screenshot("first-minute"), screenshot("first-minute", 1600)

    # a link in the map opens a notebook beside the first, and that is no changed one either
    course_map.get_by_role("link", name="02 ·").click()
    page.wait_for_function(CONNECTED, arg="02_graphs/02_graphs.ipynb", timeout=SECONDS * 1000)
    page.wait_for_timeout(1000)
    shown = page.evaluate(SHOWN)
    assert shown["dirty"] is False and shown["main"] == ["01_tensors.ipynb", "02_graphs.ipynb"]

    # the terminal finds our command, though the login shell has set PATH anew
    page.evaluate("() => { jupyterapp.commands.execute('terminal:create-new'); }")
    page.locator(".jp-Terminal .xterm-screen").wait_for()
    page.wait_for_timeout(1500)
    page.keyboard.type("command -v autograder > found; autograder progress > where\n")
    found, where = course / "found", course / "where"
    deadline = time.monotonic() + SECONDS
    while not (where.exists() and "Next:" in where.read_text()) and time.monotonic() < deadline:
        page.wait_for_timeout(300)
    assert Path(found.read_text().strip()) == Path(sys.executable).parent / "autograder"
    assert "Next: 01 · Tensors" in where.read_text()
