"""The pages of the site, in a browser: with scripts and without, light and dark, wide and narrow."""

from __future__ import annotations

from contextlib import contextmanager

import pytest

from tests.site.conftest import GIVEN

WIDE, NARROW = 1280, 400
LOOKS = [("light", WIDE), ("dark", NARROW)]
if GIVEN:
    LOOKS += [("light", NARROW), ("dark", WIDE)]
SERIOUS = """() => axe.run(document, {resultTypes: ["violations"]}).then((found) => found.violations
    .filter((v) => ["serious", "critical"].includes(v.impact))
    .map((v) => v.id + ": " + v.nodes.slice(0, 3).map((n) => n.html.slice(0, 200)).join(" | ")))"""
TOO_WIDE = """() => document.scrollingElement.scrollWidth <= innerWidth ? null :
    [...document.querySelectorAll("main *")].filter((e) => e.getBoundingClientRect().right > innerWidth + 1)
    .slice(0, 5).map((e) => e.outerHTML.slice(0, 120))"""


@contextmanager
def opened(chromium, address, theme="light", width=WIDE, scripts=True):
    """A tab, and what it complains of or asks of others: a list that grows."""
    context = chromium.new_context(
        viewport={"width": width, "height": 900},
        color_scheme=theme,
        java_script_enabled=scripts,
        reduced_motion="reduce",
    )
    page, complaints = context.new_page(), []
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("console", lambda said: complaints.append(said.text) if said.type in ("error", "warning") else None)
    page.on("requestfailed", lambda request: complaints.append(f"{request.url} failed") if scripts else None)
    page.on("request", lambda request: None if is_local(request.url, address) else complaints.append(request.url))
    yield page, complaints
    context.close()


def is_local(url: str, address: str) -> bool:
    return url.startswith((address, "data:", "blob:"))


def pages(site, theme):
    """All pages of a site that is given; of the small one each in one of the two looks, turn by turn."""
    found = [file.relative_to(site).as_posix() for file in sorted(site.rglob("*.html")) if "_static" not in file.parts]
    return found if GIVEN else found[theme == "dark" :: 2]


@pytest.mark.parametrize("theme, width", LOOKS)
def test_every_page_is_quiet_fits_its_window_and_shuts_nobody_out(site, address, chromium, axe, theme, width):
    with opened(chromium, address, theme, width) as (page, complaints):
        for name in pages(site, theme):
            page.goto(f"{address}/{name}")
            assert page.evaluate(TOO_WIDE) is None, name
            page.evaluate(axe)
            assert page.evaluate(SERIOUS) == [], name
            assert complaints == [], name


@pytest.mark.parametrize("theme, width", LOOKS)
def test_without_scripts_every_page_is_there_and_asks_nobody(site, address, chromium, theme, width):
    with opened(chromium, address, theme, width, scripts=False) as (page, complaints):
        for name in pages(site, theme):
            page.goto(f"{address}/{name}")
            if name != "search.html":
                assert page.locator("main h1").first.is_visible(), name
            assert page.locator("img:visible").evaluate_all("(all) => all.every((i) => i.naturalWidth > 0)"), name
            assert complaints == [], name


def test_each_drawing_of_a_page_is_alive_and_moves_alone(site, address, chromium):
    with opened(chromium, address) as (page, _):
        page.goto(f"{address}/course/05_custom_functions.html")
        page.evaluate("document.querySelectorAll('details').forEach((d) => { d.open = true; })")
        assert page.locator("main [data-live=yes]").count() > 1
        steppers = page.locator("main [data-live=yes]:has(input[type=range])")
        counts = [each.locator(".count").inner_text() for each in steppers.all()]
        assert len(counts) > 1
        steppers.nth(1).get_by_role("button", name="Next").click()
        after = [each.locator(".count").inner_text() for each in steppers.all()]
        assert [before != now for before, now in zip(counts, after, strict=True)] == [
            number == 1 for number in range(len(counts))
        ]


def test_without_scripts_a_drawing_is_a_picture_with_its_words(site, address, chromium):
    with opened(chromium, address, scripts=False) as (page, _):
        page.goto(f"{address}/index.html")
        picture = page.locator(".stepper img")
        assert picture.is_visible() and picture.evaluate("(i) => i.naturalWidth") > 200
        assert "leaf x" in picture.get_attribute("alt")


def test_a_drawing_follows_the_theme_that_the_reader_picks(site, address, chromium):
    with opened(chromium, address, "light") as (page, _):
        page.goto(f"{address}/index.html")
        drawing = page.locator(".stepper svg").first
        assert drawing.get_attribute("data-theme") == "light"
        page.evaluate("document.documentElement.dataset.theme = 'dark'")
        page.wait_for_function("document.querySelector('.stepper svg').dataset.theme === 'dark'")


def test_the_front_page_says_what_this_is_in_one_screen(site, address, chromium):
    with opened(chromium, address) as (page, _):
        page.goto(f"{address}/index.html")
        for part in ("h1", ".stepper svg", "ul.ways"):
            box = page.locator(f"main {part}").first.bounding_box()
            assert box["y"] + box["height"] <= 900, part


def test_the_search_finds_a_notebook_by_a_word_in_it(site, address, chromium):
    with opened(chromium, address) as (page, complaints):
        page.goto(f"{address}/search.html?q=upstream")
        page.locator("#search-results li a").first.wait_for()
        assert any("course/" in each.get_attribute("href") for each in page.locator("#search-results li a").all())
        assert complaints == []
