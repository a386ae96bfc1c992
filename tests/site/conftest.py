"""The site under test: a small one that is built here, or the one that MINIGRAD_SITE names (`make site-check`)."""

from __future__ import annotations

import functools
import http.server
import os
import sys
import threading
from pathlib import Path

import pytest

from autograder.site.command import make_site
from tests.browser.serving import CHROMIUM, browser
from tests.notebooks.lesson import PATHS

GIVEN = os.environ.get("MINIGRAD_SITE")
NOTEBOOKS = ["05_custom_functions", "11_claims"]  # several steppers; and what the claims page links to
AXE = PATHS.build / "axe" / "package" / "axe.min.js"


@pytest.fixture(scope="session")
def site(tmp_path_factory) -> Path:
    """The folder with the pages."""
    if GIVEN:
        assert Path(GIVEN, "index.html").is_file(), f"there is no site in {GIVEN}: run make site"
        return Path(GIVEN).resolve()
    if sys.platform == "win32":
        pytest.skip("the sources of a course are read on Linux and macOS only")
    folder = tmp_path_factory.mktemp("built") / "site"
    make_site(PATHS, folder, NOTEBOOKS)
    return folder


@pytest.fixture(scope="session")
def address(site):
    """Where the pages are served."""

    class Quiet(http.server.SimpleHTTPRequestHandler):
        def log_message(self, *args):
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=str(site)))
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()
    thread.join()


@pytest.fixture(scope="module")
def chromium():
    if CHROMIUM is None:
        pytest.skip("no chromium on this machine (Debian: apt-get install chromium)")
    with browser() as started:
        yield started


@pytest.fixture(scope="session")
def axe() -> str:
    """The script that looks for what shuts people out."""
    if not AXE.is_file():
        pytest.skip("axe-core is not here: run `make axe`, which takes it from npm")
    return AXE.read_text(encoding="utf-8")
