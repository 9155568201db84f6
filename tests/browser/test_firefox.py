"""A smoke test in Firefox, driven by puppeteer-core: over http and from disk."""

import json
import shutil
import subprocess
from pathlib import Path

import pytest
from browsing import CHAPTERS, EXPLORERS, ROOT, both, missing

import explorers

pytestmark = pytest.mark.browser


def find_firefox():
    for name in ("firefox-esr", "firefox"):
        if path := shutil.which(name):
            return path
    missing("NO FIREFOX: the pages are not tried in it")


@both
def test_chapter_works_in_firefox(site):
    firefox = find_firefox()
    path, id, name, _ = next(one for one in EXPLORERS if one[0] == CHAPTERS[-1])
    slider = next(s for s in explorers.get(name).sliders if not s.when)
    script = Path(__file__).with_name("firefox_smoke.mjs")
    done = subprocess.run(
        ["node", script, firefox, site + path, id, slider.name],
        capture_output=True,
        encoding="utf-8",
        check=False,
        timeout=120,
        cwd=ROOT,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    result = json.loads(done.stdout)
    assert "error" not in result, result
    assert result["complaints"] == [] and result["foreign"] == []
    figure = explorers.get(name)
    assert result["before"] == figure.describe({})
    assert result["after"] == figure.describe({slider.name: slider.max})
    assert result["hash"] == f"#{id}.{slider.name}={slider.max:g}"
    assert result["ran"].strip() == "from Firefox"
    assert result["loop"].startswith("before") and "2 seconds" in result["loop"]
    assert result["again"].strip() == "after"
