"""Skipped, with the reason, where there is no browser; screenshots land in build/screenshots/."""

from __future__ import annotations

import sys
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.browser.serving import CHROMIUM, ROOT, Lab, browser, jupyterlab

SCREENSHOTS = ROOT / "build" / "screenshots"


def pytest_collection_modifyitems(items):
    reason = None
    if CHROMIUM is None:
        reason = "no chromium on this machine (Debian: apt-get install chromium)"
    elif sys.platform == "win32":
        reason = "the browser tests end their servers by process group"
    for item in items if reason else ():
        if Path(__file__).parent in Path(item.fspath).parents:
            item.add_marker(pytest.mark.skip(reason=reason))


@pytest.fixture(scope="module")
def chromium():
    with browser() as started:
        yield started


@pytest.fixture
def tolerated():
    """Parts of errors and addresses that a page of somebody else's may have; a module may say which."""
    return ()


SIZE = {"width": 1280, "height": 900}


@contextmanager
def quiet_page(chromium, tolerated: Collection[str] = ()) -> Iterator:
    """A page that has kept quiet: no error in it, no request to anywhere else. Both are checked at the end."""
    context = chromium.new_context(viewport=SIZE, reduced_motion="reduce")
    context.set_default_timeout(30_000)
    page = context.new_page()
    errors, outside = [], []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.on("request", lambda request: None if local(request.url) else outside.append(request.url))
    yield page
    context.close()
    complaints = [text for text in errors + outside if not any(part in text for part in tolerated)]
    assert not complaints


@pytest.fixture
def page(chromium, tolerated):
    with quiet_page(chromium, tolerated) as page:
        yield page


@pytest.fixture(scope="module")
def kept_page(chromium):
    """The same for all tests of a file, which look at what one notebook shows: `lab` runs it anew for each."""
    with quiet_page(chromium) as page:
        yield page


@pytest.fixture(scope="module")
def opened(kept_page, lab_address, notebook):
    """The file's own `notebook`, opened once."""
    lab = Lab(kept_page, lab_address)
    lab.open(notebook.name)
    return lab


@pytest.fixture
def lab(opened):
    """The notebook with its drawings as they are at first."""
    opened.page.set_viewport_size(SIZE)
    opened.theme("JupyterLab Light")
    opened.run_all()
    opened.page.locator(".jp-OutputArea svg .node").first.wait_for()
    return opened


def local(url: str) -> bool:
    return url.startswith(("http://127.0.0.1:", "ws://127.0.0.1:", "data:", "blob:", "about:", "file:"))


@pytest.fixture
def screenshot(page):
    """Save what the page shows, under a name, for a person to look at."""

    def save(name: str, width: int = 1280, show=None) -> None:
        SCREENSHOTS.mkdir(parents=True, exist_ok=True)
        page.set_viewport_size({"width": width, "height": 900})
        page.wait_for_timeout(200)
        if show is not None:
            show.evaluate("(e) => e.scrollIntoView({block: 'center'})")
        page.screenshot(path=SCREENSHOTS / f"{name}-{width}.png")

    return save


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("notebooks")


@pytest.fixture(scope="module")
def lab_address(folder, tmp_path_factory):
    with jupyterlab(folder, tmp_path_factory.mktemp("home")) as base:
        yield base
