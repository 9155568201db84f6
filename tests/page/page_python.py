"""What the page's Python is given, and the node process that runs it as the page does."""

import importlib.util
import json
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
RUNTIME = ROOT / "book" / "_static" / "generated" / "runtime.js"


def load_extension():
    """Return book/_ext/living_page.py, which is no package's module."""
    path = ROOT / "book" / "_ext" / "living_page.py"
    spec = importlib.util.spec_from_file_location("living_page", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def in_micropython(files, requests=(), program=""):
    """Return what MicroPython answers to the requests, and prints for the program."""
    if not RUNTIME.exists():
        pytest.fail("book/_static/generated/runtime.js is missing: run `make book`")
    node = shutil.which("node")
    assert node, "node is not on PATH"
    done = subprocess.run(
        [node, Path(__file__).with_name("micropython.mjs"), RUNTIME],
        input=json.dumps({"files": files, "requests": list(requests), "program": program}),
        capture_output=True,
        encoding="utf-8",
        check=False,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr[-3000:]
    return json.loads(done.stdout)
