"""Whether every link and picture on the pages of a site leads to something that is there, without any network."""

from __future__ import annotations

from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

from autograder.source.findings import Finding

_LOADED = {("script", "src"), ("img", "src"), ("iframe", "src"), ("source", "src"), ("video", "src"), ("embed", "src")}
_STYLES = {"stylesheet", "icon", "preload", "modulepreload", "prefetch", "preconnect", "dns-prefetch", "manifest"}


class _Page(HTMLParser):
    """The places in a page, and what it links to and loads, each with its line."""

    def __init__(self, text: str):
        super().__init__()
        self.places: set[str] = set()
        self.links: list[tuple[str, bool, int]] = []  # address, whether it is loaded with the page, line
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        self.places |= {given[name] for name in ("id", "name") if name in given}
        if tag == "link" and "href" in given:
            kinds = set(given.get("rel", "").split())
            self._add(given["href"], bool(kinds & _STYLES))
        elif tag in ("a", "area") and "href" in given:
            self._add(given["href"], False)
        for name in given:
            if (tag, name) in _LOADED:
                self._add(given[name], True)

    def _add(self, address: str, loaded: bool) -> None:
        self.links.append((address, loaded, self.getpos()[0]))


def broken(folder: Path) -> Iterator[Finding]:
    """What leads nowhere, and what would be asked of the network, on all pages of a folder."""
    pages = {file: _Page(file.read_text(encoding="utf-8")) for file in sorted(folder.rglob("*.html"))}
    for file, page in pages.items():
        shown = file.relative_to(folder).as_posix()
        for address, loaded, line in page.links:
            parts = urlsplit(address)
            if parts.scheme == "data":
                continue
            if parts.scheme or parts.netloc:
                if loaded:
                    yield Finding(shown, line, f"{address} is loaded from the network: put a copy beside the pages")
                continue
            target = (file.parent / unquote(parts.path)).resolve() if parts.path else file
            if not target.is_file() or not target.is_relative_to(folder.resolve()):
                yield Finding(shown, line, f"{address} leads nowhere")
            elif parts.fragment and target.suffix == ".html":
                there = pages[folder / target.relative_to(folder.resolve())].places
                if unquote(parts.fragment) not in there:
                    yield Finding(shown, line, f"{address}: the page has no such place")
