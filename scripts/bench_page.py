"""Measure the built pages: how fast a picture follows a slider, what a page weighs, how it starts.

    python scripts/bench_page.py

Needs the built book (`make book`) and a Chromium.
"""

import gzip
import statistics
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "tests" / "browser"), str(ROOT / "book")]

# Moves every enabled slider through its positions and returns for each event the milliseconds until
# the new picture stood in the page. The pauses let the frame before end.
MOVE = """async ([id, events]) => {
  const explorer = document.getElementById(id);
  const figure = explorer.querySelector(".explorer-figure");
  const sliders = [...explorer.querySelectorAll("input[type=range]:enabled")];
  const pause = () => new Promise((done) => setTimeout(done, 25));
  const times = [];
  for (let i = 0; i < events; i += 1) {
    const slider = sliders[i % sliders.length];
    const steps = Math.round((slider.max - slider.min) / slider.step);
    slider.value = Number(slider.min) + slider.step * ((i * 37) % (steps + 1));
    await pause();
    const start = performance.now();
    await new Promise((done) => {
      const observer = new MutationObserver(() => { observer.disconnect(); done(); });
      observer.observe(figure, { childList: true });
      setTimeout(done, 3000); // no picture at all counts as three seconds
      slider.dispatchEvent(new Event("input"));
    });
    times.push(performance.now() - start);
  }
  return times;
}"""

# Touches the explorer's first slider and returns the milliseconds until it is live.
START = """(id) => new Promise((done) => {
  const explorer = document.getElementById(id);
  const start = performance.now();
  new MutationObserver(() => {
    if (explorer.dataset.state === "live") done(performance.now() - start);
  }).observe(explorer, { attributes: true });
  explorer.querySelector("input[type=range]:enabled").dispatchEvent(new Event("input"));
})"""

# No explorer ever comes into view: the runtime starts when the bench says so.
BLIND = "window.IntersectionObserver = class { observe() {} disconnect() {} }"


def row(name, measured, target, unit):
    return name, measured, target, unit, measured <= target


def moves(browser, site, path, id, name):
    """Rows for one explorer: median and 95th percentile from slider event to new picture."""
    page = browser.new_page()
    page.goto(site + path)
    page.locator(f"#{id}").scroll_into_view_if_needed()
    page.wait_for_selector(f'#{id}[data-state="live"]')
    times = []
    scenes = [None, *options(name)]
    for option in scenes:
        if option:
            page.select_option(f'#{id} select[name="{option[0]}"]', option[1])
            page.wait_for_timeout(200)
        if page.locator(f"#{id} input[type=range]:enabled").count():
            times += page.evaluate(MOVE, [id, 5 + 300 // len(scenes)])[5:]
    page.close()
    median, p95 = statistics.median(times), statistics.quantiles(times, n=20)[-1]
    return [
        row(f"{name}: slider event to new picture, median", median, 8, "ms"),
        row(f"{name}: slider event to new picture, 95th percentile", p95, 16, "ms"),
    ]


def options(name):
    """Return (choice, option) of an explorer, at most six: each scene may cost another time."""
    import explorers

    every = [(c.name, option) for c in explorers.get(name).choices for option in c.options]
    return every[:: len(every) // 6 + 1]


def start(browser, site, path, id):
    """A row for the runtime: from the first touch to the first picture, download included."""
    times = []
    for _ in range(5):
        page = browser.new_context().new_page()
        page.add_init_script(BLIND)
        page.goto(site + path)
        page.wait_for_load_state("networkidle")
        times.append(page.evaluate(START, id))
        page.context.close()
    return row("runtime: first touch to first picture", statistics.median(times) / 1000, 0.5, "s")


def gather(page):
    """Return a list that every response of the page is added to."""
    responses = []
    page.on("response", lambda response: responses.append(response))
    return responses


def weight(browser, site, paths):
    """Rows for the heaviest page: everything it transfers gzipped; and nothing loads early."""
    heaviest, early = (0, ""), 0
    for path, ids in paths:
        page = browser.new_context(viewport={"width": 1280, "height": 240}).new_page()
        responses = gather(page)
        page.add_init_script(
            "document.addEventListener('DOMContentLoaded', () => {"
            "document.querySelector('article').style.paddingTop = '300vh'; })"
        )
        page.goto(site + path)
        page.wait_for_timeout(500)
        early += sum("runtime.js" in response.url for response in responses)
        for id in ids:
            page.locator(f"#{id}").scroll_into_view_if_needed()
            page.wait_for_selector(f'#{id}[data-state="live"]')
        page.evaluate("window.scrollTo(0, document.body.scrollHeight)")
        page.wait_for_timeout(500)
        bodies = [r.body() for r in responses if r.url.startswith("http")]
        size = sum(min(len(gzip.compress(body, 6)), len(body)) for body in bodies) / 1000
        heaviest = max(heaviest, (size, path))
        page.context.close()
    name = f"heaviest chapter page ({Path(heaviest[1]).stem}), gzipped, runtime included"
    return [
        row(name, heaviest[0], 700, "kB"),
        row("pages that load the runtime before it is needed", early, 0, ""),
    ]


def rebuild():
    """A row for `jupyter-book build` with nothing changed."""
    command = [
        str(Path(sys.executable).parent / "jupyter-book"),
        "build",
        ".",
        "-W",
        "--keep-going",
    ]
    for _ in range(2):  # the first brings the build up to date
        begin = time.monotonic()
        subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
        taken = time.monotonic() - begin
    return row("rebuild with nothing changed", taken, 10, "s")


def rows():
    """Return (name, measured, target, unit, ok) for everything that is promised of the pages."""
    found = [rebuild()]
    from browsing import CHAPTERS, DISTINCT, EXPLORERS, launch, serve
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright, serve() as site:
        browser = launch(playwright)
        paths = [(p, [one[1] for one in EXPLORERS if one[0] == p]) for p in CHAPTERS]
        found += weight(browser, site, paths)
        path, id, _, _ = EXPLORERS[0]
        found.append(start(browser, site, path, id))
        for path, id, name, _ in DISTINCT:
            found += moves(browser, site, path, id, name)
        browser.close()
    return found


def main():
    missed = 0
    for name, measured, target, unit, ok in rows():
        print(f"{name:<72} {measured:>8.2f} {target:>8.2f} {unit:<3} {'ok' if ok else 'MISSED'}")
        missed += not ok
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
