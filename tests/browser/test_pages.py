"""Every built page: silent, self-contained, readable by everybody, as wide as its screen."""

import json
import re

import pytest
import yaml
from browsing import AXE, CHAPTERS, EXPLORERS, HTML, PAGES, ROOT, TEXTS, both

pytestmark = pytest.mark.browser


@both
@pytest.mark.parametrize("path", PAGES)
def test_page_is_silent_and_asks_no_other_host(page, path):
    # The watching is done by the fixture. Everything on the page is scrolled past.
    page.open(path)
    page.page.evaluate(
        """async () => {
          for (let y = 0; y < document.body.scrollHeight; y += 600) {
            window.scrollTo(0, y);
            await new Promise((done) => setTimeout(done, 30));
          }
        }"""
    )
    page.page.wait_for_timeout(400)
    assert page.page.title()


@both
def test_front_page_opens_from_the_root(page):
    page.page.goto(page.site + "index.html")
    page.page.wait_for_url("**/book/index.html")
    assert page.page.locator("article h1").first.is_visible()


@pytest.mark.parametrize("path", PAGES)
def test_page_names_no_other_host(path):
    """No script, style, font or picture comes from elsewhere, also not in what is rarely shown."""
    text = TEXTS[path]
    loaded = re.findall(r"<(?:script|img|iframe|source)[^>]*\ssrc=\"([^\"]*)\"", text)
    loaded += re.findall(
        r"<link[^>]*rel=\"(?:stylesheet|preload|icon)\"[^>]*href=\"([^\"]*)\"", text
    )
    loaded += re.findall(r"<link[^>]*href=\"([^\"]*)\"[^>]*rel=\"(?:stylesheet|preload)\"", text)
    foreign = [address for address in loaded if re.match(r"(https?:)?//", address)]
    assert not foreign
    assert "unpkg.com" not in text and "jsdelivr" not in text and "cdnjs" not in text


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("path", PAGES)
def test_page_has_no_accessibility_violation(new_page, path, theme):
    page = new_page(color_scheme=theme)
    page.open(path)
    assert page.page.locator("html").get_attribute("data-theme") == theme
    for id in [one[1] for one in EXPLORERS if one[0] == path]:
        page.explorer(id).wait()
        page.explorer(id).table()
    if path in CHAPTERS:
        cell = page.cells()[-1]
        cell.press("edit")
        cell.run("print(1 / 0)", state="failed")
    assert violations(page) == []


@pytest.mark.parametrize("path", CHAPTERS)
def test_narrow_page_has_no_accessibility_violation(new_page, path):
    page = new_page(width=390, height=844, has_touch=True)
    page.open(path)
    assert violations(page) == []


def violations(page):
    """Return what axe-core finds wrong: the rule, and where."""
    page.page.evaluate(AXE.read_text(encoding="utf-8"))
    found = page.page.evaluate(
        "axe.run(document, { resultTypes: ['violations'], preload: false })"
    )["violations"]
    return [
        f"{one['id']}: {one['help']}: {node['target']} {node.get('failureSummary', '')[:200]}"
        for one in found
        for node in one["nodes"]
    ]


@pytest.mark.parametrize("path", PAGES)
def test_page_is_as_wide_as_a_phone(new_page, path):
    page = new_page(width=390, height=844, has_touch=True)
    page.open(path)
    for id in [one[1] for one in EXPLORERS if one[0] == path]:
        page.explorer(id).wait()
        page.explorer(id).table()
    for cell in page.cells()[-1:]:
        cell.edit("print('" + "long " * 100 + "')")
        cell.run()
    wide = page.page.evaluate(
        """() => {
          window.scrollTo(9999, 0);
          return [window.scrollX, document.documentElement.scrollWidth, window.innerWidth];
        }"""
    )
    assert wide[0] == 0 and wide[1] <= wide[2], wide


@pytest.mark.parametrize("path", CHAPTERS)
def test_long_formulas_begin_at_their_beginning_on_a_phone(new_page, path):
    page = new_page(width=390, height=844, has_touch=True)
    page.open(path)
    starts = page.page.locator("div.math").evaluate_all(
        """all => all.map(one => {
          const formula = one.querySelector(".katex-html .base").getBoundingClientRect();
          return formula.left - one.getBoundingClientRect().left;
        })"""
    )
    assert starts and all(start >= 0 for start in starts), starts


def test_the_sentence_stays_in_sight_with_the_picture_on_a_phone(new_page):
    page = new_page(width=390, height=844, has_touch=True)
    page.open(CHAPTERS[0])
    explorer = page.explorer("mix").wait()
    explorer.element.locator(".explorer-caption").scroll_into_view_if_needed()
    page.page.mouse.wheel(0, 120)
    page.page.wait_for_timeout(300)
    picture, says, top = (
        explorer.element.locator(".explorer-figure").bounding_box(),
        explorer.element.locator(".explorer-says").bounding_box(),
        page.page.locator(".bd-header-article").bounding_box(),
    )
    assert picture["y"] + picture["height"] <= says["y"] < 844
    assert says["y"] > top["height"]


@pytest.mark.parametrize("path", CHAPTERS)
def test_controls_are_thumb_sized_on_a_phone(new_page, path):
    page = new_page(width=390, height=844, has_touch=True)
    page.open(path)
    selector = (
        ".explorer :is(button, input, select, summary):not(.explorer-csv *), .live-bar button"
    )
    sizes = page.page.locator(selector).evaluate_all(
        "all => all.filter(e => e.offsetParent)"
        ".map(e => [e.outerHTML.slice(0, 80), e.getBoundingClientRect().height])"
    )
    assert len(sizes) > 3
    assert not [one for one in sizes if one[1] < 44]


@pytest.mark.parametrize("path", PAGES)
def test_icons_come_from_the_small_font(page, path):
    """An icon that is missing there would make the browser load the theme's large one."""
    page.open(path)
    page.page.wait_for_timeout(300)
    fonts = [url for url in page.requests if "fontawesome" in url]
    assert not fonts
    if page.page.locator(".fa-bars, .fa-magnifying-glass").count():
        assert any("icons/fa-solid-900.woff" in url for url in page.requests)


@both
def test_formulas_are_set_at_build(new_page):
    page = new_page(java_script_enabled=False)
    path = next(path for path in CHAPTERS if 'class="katex' in TEXTS[path])
    page.open(path)
    formula = page.page.locator(".katex .katex-html").first
    assert formula.bounding_box()["height"] > 5
    assert formula.evaluate("f => getComputedStyle(f).fontFamily").startswith("KaTeX")


def test_stored_outputs_are_shown_without_scripts(new_page):
    page = new_page(java_script_enabled=False)
    page.open(CHAPTERS[0])
    assert page.page.locator(".cell_output pre").first.is_visible()


def test_every_link_to_the_repository_has_its_address():
    config = yaml.safe_load((ROOT / "_config.yml").read_text(encoding="utf-8"))
    address = config["repository"]["url"]
    owner_and_name = "/".join(address.rsplit("/", 2)[1:])
    for path in CHAPTERS:
        buttons = re.findall(r'<a href="([^"]*)"[^>]*\sclass="btn[^"]*"', TEXTS[path])
        buttons = [b.replace("&amp;", "&") for b in buttons if b.startswith("http")]
        assert any(b == address for b in buttons)
        assert any(b.startswith(f"{address}/issues/new") for b in buttons)
        assert any(b.startswith(f"{address}/edit/") for b in buttons)
        assert any(f"mybinder.org/v2/gh/{owner_and_name}/" in b for b in buttons)
        assert all(address in b or owner_and_name in b for b in buttons)


@pytest.mark.parametrize("path", CHAPTERS)
def test_a_page_carries_only_the_files_it_uses(path):
    data = re.search(r'id="book-page">(.*?)</script>', TEXTS[path], re.S).group(1)
    files = json.loads(data)["files"]
    used = {name for p, _, name, _ in EXPLORERS if p == path}
    all_names = {name for _, _, name, _ in EXPLORERS}
    assert {f"explorers/{name}.py" for name in used} <= set(files)
    assert not {f"explorers/{name}.py" for name in all_names - used} & set(files)


def test_built_site_has_no_machine_paths():
    for file in HTML.rglob("*"):
        if file.suffix in (".html", ".js", ".css", ".json") and file.is_file():
            text = file.read_text(encoding="utf-8", errors="ignore")
            assert str(ROOT) not in text, file
