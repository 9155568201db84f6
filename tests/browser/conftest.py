"""A browser, the built site over http and from disk, and pages that watch what they ask for."""

import pytest
from browsing import HTML, NoBrowser, Page, launch, missing, serve
from playwright.sync_api import sync_playwright


def pytest_configure(config):
    if not (HTML / "index.html").exists():
        raise pytest.UsageError(f"there is no built book at {HTML}: run `make book`")


@pytest.fixture(scope="session")
def browser():
    with sync_playwright() as playwright:
        try:
            browser = launch(playwright)
        except NoBrowser as error:
            missing(str(error))
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def http_site():
    """The address of the built site on this machine."""
    with serve() as address:
        yield address


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
