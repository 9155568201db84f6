"""A browser, the built site over http and from disk, and pages that watch what they ask for."""

import functools
import http.server
import os
import shutil
import subprocess
import sys
import threading
import warnings

import pytest
from browsing import HTML, Page
from playwright.sync_api import Error, sync_playwright

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


def pytest_configure(config):
    if not (HTML / "index.html").exists():
        raise pytest.UsageError(f"there is no built book at {HTML}: run `make book`")


def launch(playwright):
    """Start Playwright's Chromium, else the system's, else try to install Playwright's."""
    try:
        return playwright.chromium.launch(args=FLAGS)
    except Error:
        pass
    for name in SYSTEM_BROWSERS:
        path = shutil.which(name)
        if path:
            return playwright.chromium.launch(executable_path=path, args=FLAGS)
    install = [sys.executable, "-m", "playwright", "install", "chromium"]
    subprocess.run(install, check=False, timeout=300)
    try:
        return playwright.chromium.launch(args=FLAGS)
    except Error as error:
        message = f"NO BROWSER: the pages are not tested ({error.message.splitlines()[0]})"
        if os.environ.get("BOOK_REQUIRE_BROWSER") == "1":
            pytest.fail(message)
        warnings.warn(message, stacklevel=1)
        pytest.skip(message)


@pytest.fixture(scope="session")
def browser():
    with sync_playwright() as playwright:
        browser = launch(playwright)
        yield browser
        browser.close()


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *arguments):
        pass


@pytest.fixture(scope="session")
def http_site():
    """The address of the built site on this machine."""
    handler = functools.partial(Quiet, directory=str(HTML))
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()


@pytest.fixture
def site(request, http_site):
    """The site's address: over http, or from disk for tests marked so (see browsing.both)."""
    return HTML.as_uri() + "/" if getattr(request, "param", "http") == "file" else http_site


@pytest.fixture
def new_page(browser, site):
    """Make pages; each must stay silent in its console and ask no other host."""
    pages = []

    def make(width=1280, height=900, **options):
        context = browser.new_context(viewport={"width": width, "height": height}, **options)
        page = Page(context.new_page(), site)
        pages.append((context, page))
        return page

    yield make
    try:
        for _, page in pages:
            page.assert_quiet()
    finally:
        for context, _ in pages:
            context.close()


@pytest.fixture
def page(new_page):
    return new_page()
