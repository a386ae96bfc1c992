"""Servers and pages for the browser tests: JupyterLab on a folder of its own, and what is done in it."""

from __future__ import annotations

import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from contextlib import contextmanager
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
TOKEN = "browser-test"
CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
QUIET = {"@jupyterlab/apputils-extension:notification": {"fetchNews": "false", "checkForUpdates": False}}


def environment(home: Path) -> dict[str, str]:
    """A home of its own, this interpreter's commands first, the checkout importable."""
    folders = {name: home / name.lower() for name in ("JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR", "JUPYTER_RUNTIME_DIR")}
    for folder in folders.values():
        folder.mkdir(parents=True, exist_ok=True)
    kept = {k: v for k, v in os.environ.items() if not k.startswith(("JUPYTER", "JPY"))}
    return {
        **kept,
        **{name: str(folder) for name, folder in folders.items()},
        "HOME": str(home),
        "IPYTHONDIR": str(home / "ipython"),
        "MPLCONFIGDIR": str(home / "matplotlib"),
        "JUPYTER_PREFER_ENV_PATH": "1",
        "PATH": os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")]),
        "PYTHONPATH": os.pathsep.join([str(ROOT), *filter(None, [os.environ.get("PYTHONPATH")])]),
    }


@contextmanager
def browser():
    """Chromium, for one file of tests: a process can have one Playwright at a time, and other files start theirs."""
    playwright = pytest.importorskip("playwright.sync_api")
    root = hasattr(os, "geteuid") and os.geteuid() == 0
    flags = ["--disable-dev-shm-usage", "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1"]
    with playwright.sync_playwright() as p:
        started = p.chromium.launch(executable_path=CHROMIUM, args=flags + ["--no-sandbox"] * root)
        yield started
        started.close()


def free_port() -> int:
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


@contextmanager
def jupyterlab(folder: Path, home: Path):
    """JupyterLab on `folder`; yields its address. The whole process group is ended, whatever happens."""
    env, port = environment(home), free_port()
    overrides = home / "settings"
    overrides.mkdir(exist_ok=True)
    (overrides / "overrides.json").write_text(json.dumps(QUIET))
    base = f"http://127.0.0.1:{port}"
    command = [sys.executable, "-m", "jupyterlab", "--no-browser", "--ip=127.0.0.1", f"--port={port}"]
    command += ["--allow-root", "--ServerApp.port_retries=0", f"--IdentityProvider.token={TOKEN}"]
    command += [f"--ServerApp.root_dir={folder}", "--LabApp.expose_app_in_browser=True"]
    command += [f"--LabApp.app_settings_dir={overrides}", "--LabApp.extension_manager=readonly"]
    log = home / "server.log"
    with log.open("wb") as out:
        server = subprocess.Popen(command, cwd=folder, env=env, stdout=out, stderr=out, start_new_session=True)
        try:
            wait_for_server(server, f"{base}/api?token={TOKEN}", log)
            yield base
        finally:
            end(server)


def wait_for_server(server: subprocess.Popen, address: str, log: Path, seconds: float = 90) -> None:
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        if server.poll() is not None:
            raise RuntimeError(f"JupyterLab ended at once:\n{log.read_text(errors='replace')[-3000:]}")
        try:
            urllib.request.urlopen(address, timeout=5).close()
            return
        except OSError:
            time.sleep(0.2)
    raise RuntimeError(f"JupyterLab did not answer in {seconds} s:\n{log.read_text(errors='replace')[-3000:]}")


def end(server: subprocess.Popen) -> None:
    """End a server and its kernels: all of its session, and nothing else."""
    for sign in (signal.SIGTERM, signal.SIGKILL):
        try:
            os.killpg(server.pid, sign)
            server.wait(10)
        except (ProcessLookupError, subprocess.TimeoutExpired):
            continue


LAST_CODE_CELL = """() => [...jupyterapp.shell.currentWidget.content.model.cells]
    .filter((c) => c.type === 'code' && c.sharedModel.source.trim()).at(-1)"""


class Lab:
    """A page with JupyterLab in it, and what is done there in every test."""

    def __init__(self, page, base: str) -> None:
        self.page, self.base = page, base

    def open(self, path: str) -> None:
        """Open a notebook and wait until its kernel really takes work.

        The toolbar says idle before the kernel is connected, and running all cells then runs nothing.
        """
        self.page.goto(f"{self.base}/lab/tree/{path}?token={TOKEN}&reset")
        self.page.wait_for_selector(".jp-NotebookPanel .jp-Cell", timeout=60_000)
        self.page.wait_for_function(
            """(path) => { const w = window.jupyterapp?.shell.currentWidget, s = w?.sessionContext;
               return w?.context?.path === path && w.context.isReady && s?.isReady &&
                 s.session?.kernel?.connectionStatus === 'connected' && s.session.kernel.status === 'idle'; }""",
            arg=path,
            timeout=60_000,
        )
        self.page.evaluate("() => jupyterapp.shell.collapseLeft()")

    def command(self, name: str, **arguments) -> None:
        self.page.evaluate("([n, a]) => { jupyterapp.commands.execute(n, a); }", [name, arguments])

    def run_all(self) -> None:
        """Run all cells; returns when the last code cell has its number, another one than before."""
        before = self.page.evaluate(f"() => ({LAST_CODE_CELL})()?.executionCount")
        self.command("notebook:run-all-cells")
        self.page.wait_for_function(
            f"""(before) => {{ const k = jupyterapp.shell.currentWidget.sessionContext.session.kernel;
               const count = ({LAST_CODE_CELL})().executionCount;
               return k.status === 'idle' && count !== null && count !== before; }}""",
            arg=before,
            timeout=120_000,
        )

    def append_cell(self, source: str) -> None:
        """A code cell of one's own at the end, typed and run."""
        self.page.evaluate(
            "() => { const n = jupyterapp.shell.currentWidget.content; n.activeCellIndex = n.widgets.length - 1; }"
        )
        self.command("notebook:insert-cell-below")
        cell = self.page.locator(".jp-NotebookPanel:not(.lm-mod-hidden) .jp-CodeCell.jp-mod-active .cm-content")
        cell.wait_for()
        cell.click()
        self.page.keyboard.insert_text(source)
        self.page.keyboard.press("Shift+Enter")

    def type_answer(self, cell_id: str, source: str) -> None:
        """Replace a cell's text by typing, as a learner does, and run it."""
        number = self.page.evaluate(
            """(id) => { const n = jupyterapp.shell.currentWidget.content;
               n.activeCellIndex = n.widgets.findIndex((w) => w.model.id === id);
               n.scrollToItem(n.activeCellIndex, 'center'); return n.activeCellIndex; }""",
            cell_id,
        )
        assert number >= 0, f"no cell {cell_id}"
        editor = self.page.locator(".jp-NotebookPanel:not(.lm-mod-hidden) .jp-Cell.jp-mod-active .cm-content")
        editor.click()
        self.page.keyboard.press("Control+a")
        self.page.keyboard.insert_text(source)
        self.page.keyboard.press("Shift+Enter")

    def save(self) -> None:
        self.command("docmanager:save")
        self.page.wait_for_function("() => !jupyterapp.shell.currentWidget.context.model.dirty", timeout=30_000)

    def theme(self, name: str) -> None:
        light = "false" if "Dark" in name else "true"
        self.command("apputils:change-theme", theme=name)
        self.page.wait_for_selector(f'body[data-jp-theme-light="{light}"]', state="attached")

    def validate(self) -> str:
        """Press nbgrader's Validate; returns what the dialog says."""
        self.page.get_by_role("button", name="Validate").first.click()
        dialog = self.page.locator(".jp-Dialog", has_text="Validation Results")
        dialog.wait_for(timeout=180_000)
        says = dialog.inner_text()
        dialog.get_by_role("button", name="Ok").click()
        dialog.wait_for(state="detached")
        return says
