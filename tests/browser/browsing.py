"""What the browser tests share: the built site's pages, and a page with the book's parts in it."""

import contextlib
import functools
import http.server
import json
import os
import re
import shutil
import subprocess
import sys
import threading
import time
import warnings
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from playwright.sync_api import Error

import explorers

ROOT = Path(__file__).resolve().parents[2]
HTML = Path(os.environ.get("BOOK_HTML", ROOT / "_build" / "html")).resolve()
AXE = ROOT / "node_modules" / "axe-core" / "axe.min.js"

# Every page that a reader can come to; index.html only sends on to the front page.
PAGES = sorted(p.relative_to(HTML).as_posix() for p in HTML.rglob("*.html"))
PAGES = [p for p in PAGES if not p.startswith("_") and p != "index.html"]


def texts():
    return {p: (HTML / p).read_text(encoding="utf-8") for p in PAGES}


TEXTS = texts() if HTML.exists() else {}
EXPLORER = re.compile(r'<div class="explorer" data-explorer="(\w+)" data-functions="([\w ]*)"')
LIVE = re.compile(r'class="cell[^"]*\btag_(?:live|scalar|exercise)\b')


def explorers_on(path):
    """Return (id, name, function names) of each explorer on a page, in page order."""
    found, counts = [], {}
    for name, functions in EXPLORER.findall(TEXTS[path]):
        counts[name] = counts.get(name, 0) + 1
        suffix = f"-{counts[name]}" if counts[name] > 1 else ""
        found.append((name + suffix, name, functions.split()))
    return found


CHAPTERS = [p for p in PAGES if LIVE.search(TEXTS[p])]
EXPLORERS = [(p, *one) for p in PAGES for one in explorers_on(p)]
# One explorer of each name, for what does not depend on where it stands.
DISTINCT = list({name: (path, id, name, _) for path, id, name, _ in reversed(EXPLORERS)}.values())
BOUND = [one for one in EXPLORERS if one[3]]

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
SYSTEM_BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


class NoBrowser(Exception):
    """No browser is there, and none could be installed."""


def launch(playwright):
    """Start Playwright's Chromium, else the system's, else one that Playwright installs.

    Raises NoBrowser when there is none.
    """
    try:
        return playwright.chromium.launch(args=FLAGS)
    except Error:
        pass
    for name in SYSTEM_BROWSERS:
        if path := shutil.which(name):
            return playwright.chromium.launch(executable_path=path, args=FLAGS)
    install = [sys.executable, "-m", "playwright", "install", "chromium"]
    try:
        subprocess.run(install, check=False, timeout=300)
        return playwright.chromium.launch(args=FLAGS)
    except (Error, subprocess.TimeoutExpired) as error:
        raise NoBrowser(f"NO BROWSER, the pages are not tried: {error}") from None


def missing(message):
    """Skip loudly; fail where a browser is required."""
    if os.environ.get("BOOK_REQUIRE_BROWSER") == "1":
        pytest.fail(message)
    warnings.warn(message, stacklevel=2)
    pytest.skip(message)


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *arguments):
        pass


class Server(http.server.ThreadingHTTPServer):
    def handle_error(self, request, client_address):
        """A page that is left closes its connections: nothing to say about that."""


@contextlib.contextmanager
def serve():
    """Serve the built site on this machine, and give its address."""
    handler = functools.partial(Quiet, directory=str(HTML))
    server = Server(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/"
    finally:
        server.shutdown()


both = pytest.mark.parametrize("site", ["http", "file"], indirect=True)


def named(items):
    """Return pytest ids for tuples of strings."""
    return ["-".join(str(x) for x in item[:3] if isinstance(x, str)) for item in items]


def until(ask, expected, timeout=15.0):
    """Ask until the answer is the expected one, or time is up; return the last answer."""
    end = time.monotonic() + timeout
    while (answer := ask()) != expected and time.monotonic() < end:
        time.sleep(0.02)
    return answer


class Page:
    """A browser page on the book, which remembers what it asked for and complained about."""

    def __init__(self, page, site):
        self.page = page
        self.site = site
        self.requests, self.foreign, self.complaints = [], [], []
        page.on("request", lambda request: self._asked(request.url))
        page.on("console", self._said)
        page.on("pageerror", lambda error: self.complaints.append(f"error: {error}"))
        page.on("requestfailed", self._failed)
        page.on("response", self._answered)

    def _asked(self, url):
        self.requests.append(url)
        if not url.startswith((self.site, "data:", "blob:")):
            self.foreign.append(url)

    def _failed(self, request):
        if "ERR_ABORTED" not in (request.failure or ""):  # given up because the page was left
            self.complaints.append(f"failed: {request.url}")

    def _answered(self, response):
        if response.status >= 400:
            self.complaints.append(f"{response.status}: {response.url}")

    def _said(self, message):
        if message.type in ("error", "warning"):
            self.complaints.append(f"{message.type}: {message.text}")

    def assert_quiet(self):
        assert not self.foreign, f"asked another host: {self.foreign[0]}"
        assert not self.complaints, self.complaints

    def open(self, path):
        """Open a page and wait until nothing on it moves any more."""
        self.page.goto(self.site + path)
        self.page.evaluate("document.fonts.ready.then(() => null)")
        return self

    def explorer(self, id):
        return Explorer(self, self.page.locator(f"#{id}.explorer"))

    def cell(self, has_text):
        """Return the one live cell whose code has this text."""
        cells = self.page.locator(".live-cell").filter(
            has=self.page.locator(".cell_input", has_text=has_text)
        )
        return Cell(self, cells.first)

    def cells(self):
        found = self.page.locator(".live-cell")
        return [Cell(self, found.nth(i)) for i in range(found.count())]


class Explorer:
    """An explorer on the page."""

    def __init__(self, page, element):
        self.page, self.element = page, element

    def state(self):
        return self.element.get_attribute("data-state")

    def wait(self, state="live", timeout=10000):
        self.element.scroll_into_view_if_needed()
        id = self.element.get_attribute("id")
        self.page.page.wait_for_selector(f'#{id}[data-state="{state}"]', timeout=timeout)
        self.page.page.evaluate("document.fonts.ready.then(() => null)")
        return self

    def says(self):
        return self.element.locator(".explorer-says").inner_text()

    def note(self):
        return self.element.locator(".explorer-note").inner_text()

    def range(self, name):
        return self.element.locator(f'input[type=range][name="{name}"]')

    def box(self, name):
        return self.element.locator(f'input[type=number][name="{name}"]')

    def select(self, name):
        return self.element.locator(f'select[name="{name}"]')

    def value(self, name):
        return float(self.box(name).input_value())

    def values(self, name):
        """Return the values of all controls, as the page shows them."""
        figure = explorers.get(name)
        values = {c.name: self.select(c.name).input_value() for c in figure.choices}
        return values | {s.name: self.value(s.name) for s in figure.sliders}

    def enable(self, name, slider):
        """Choose what a slider needs to be of use."""
        when = next(s for s in explorers.get(name).sliders if s.name == slider).when
        if when:
            self.select(when[0]).select_option(when[1])

    def drag(self, name, share):
        """Drag a slider's thumb, with the mouse, to that share of its length."""
        box = self._resting_box(name)
        mouse = self.page.page.mouse
        y = box["y"] + box["height"] / 2
        thumb = 10 + float(self._position(name)) * (box["width"] - 20)
        mouse.move(box["x"] + thumb, y)
        mouse.down()
        mouse.move(box["x"] + 10 + share * (box["width"] - 20), y, steps=5)
        mouse.up()

    def _resting_box(self, name):
        """Return where a slider lies once the page has stopped moving, fonts and figures loaded."""
        self.range(name).scroll_into_view_if_needed()
        box, before = self.range(name).bounding_box(), None
        while box != before:
            time.sleep(0.1)
            box, before = self.range(name).bounding_box(), box
        return box

    def _position(self, name):
        return self.range(name).evaluate("r => (r.value - r.min) / (r.max - r.min)")

    def picture(self):
        svg = self.element.locator(".explorer-figure svg")
        return ET.canonicalize(svg.evaluate("s => new XMLSerializer().serializeToString(s)"))

    def table(self):
        """Return the rows of the open table, header first."""
        details = self.element.locator("details.explorer-numbers")
        if details.get_attribute("open") is None:
            details.locator("summary").click()
            details.locator("tbody tr").first.wait_for()
        script = "t => [...t.rows].map(r => [...r.cells].map(c => c.textContent))"
        return details.locator("table").evaluate(script)

    def assert_shows(self, name, values):
        """Picture, sentence and table are what CPython makes of these values."""
        ours = explorers.get(name).answer(values, {})
        picture = ET.canonicalize(ours["svg"])
        assert until(self.picture, picture) == picture
        assert self.says() == ours["says"]
        assert self.table() == [ours["header"], *ours["rows"]]

    def assert_value(self, slider, expected):
        """The slider's number box comes to show this value."""
        assert until(lambda: self.value(slider), expected) == expected

    def wait_for_move(self, slider, before):
        """Return the slider's value once it is another than before."""
        until(lambda: self.value(slider) != before, True)
        assert self.value(slider) != before
        return self.value(slider)

    def assert_defaults(self, name):
        for slider in explorers.get(name).sliders:
            self.assert_value(slider.name, slider.default)
        self.assert_shows(name, {})


class Cell:
    """A live cell on the page."""

    def __init__(self, page, element):
        self.page, self.element = page, element
        # Its place is fixed now: its text, by which it was found, changes in the tests.
        handle = element.element_handle()
        number = handle.evaluate("e => [...document.querySelectorAll('.live-cell')].indexOf(e)")
        self.number = number + 1
        self.element = page.page.locator(".live-cell").nth(number)

    def press(self, action):
        self.element.locator(f"[data-action={action}]").click()

    def edit(self, text):
        self.press("edit")
        self.editor().fill(text)

    def editor(self):
        return self.element.locator("textarea")

    def code(self):
        return self.element.locator(".cell_input pre").inner_text().rstrip("\n")

    def run(self, text=None, state="done", timeout=15000, action="run"):
        """Run the cell, with other text if given, and wait until it is done or has failed."""
        if text is not None:
            self.edit(text)
        self.element.evaluate("e => { e.dataset.state = 'before'; }")
        self.press(action)
        wanted = f"e => e.dataset.state === '{state}'"
        self.page.page.wait_for_function(
            f"([n]) => ({wanted})(document.querySelectorAll('.live-cell')[n])",
            arg=[self.number - 1],
            timeout=timeout,
        )
        return self.output()

    def state(self):
        return self.element.get_attribute("data-state")

    def output(self):
        return self.element.locator(".live-output").inner_text().strip("\n")


def stored_outputs(chapter):
    """Return (tags, code, printed text) of each code cell of a chapter's notebook."""
    path = ROOT / Path(chapter).with_suffix(".ipynb")
    cells = []
    for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]:
        if cell["cell_type"] != "code":
            continue
        streams = [o for o in cell["outputs"] if o["output_type"] == "stream"]
        text = "".join("".join(o["text"]) for o in streams)
        cells.append((cell["metadata"].get("tags", []), "".join(cell["source"]), text))
    return cells
