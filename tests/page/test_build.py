"""A fault in a notebook stops the build with one line that says where and what."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from page_python import ROOT, RUNTIME, load_extension

import explorers

LIVING = load_extension()
CHAPTER = sorted((ROOT / "book").glob("[0-9]*.ipynb"))[0]


def with_fault(tmp_path, change):
    """Return the path of a copy of a chapter that was changed."""
    notebook = json.loads(CHAPTER.read_text(encoding="utf-8"))
    change(notebook)
    path = tmp_path / CHAPTER.name
    path.write_text(json.dumps(notebook), encoding="utf-8")
    return path


def tagged(notebook, tag):
    return next(c for c in notebook["cells"] if tag in c["metadata"].get("tags", []))


def misspell_tag(notebook):
    tagged(notebook, "scalar")["metadata"]["tags"] = ["scalr"]


def misspell_explorer(notebook):
    cell = tagged(notebook, "explorer")
    cell["source"] = ["from explorers.notebook import Explorer\n", 'Explorer("nobody")\n']


def misspell_exercise(notebook):
    tagged(notebook, "exercise")["source"] = ['check("nobody-knows", print)']


def forget_module(notebook):
    del notebook["metadata"]["book"]


def test_chapters_have_no_fault():
    for path in sorted((ROOT / "book").rglob("[0-9]*.ipynb")):
        assert LIVING.faults_of(path) == []


@pytest.mark.parametrize(
    "change,says",
    [
        (misspell_tag, r"cell \d+: unknown tag 'scalr'; did you mean 'scalar'\?"),
        (misspell_explorer, r"cell \d+: no explorer 'nobody'; there are .*" + explorers.names()[0]),
        (misspell_exercise, r"cell \d+: no exercise 'nobody-knows'"),
        (forget_module, r"metadata names no module"),
    ],
)
def test_fault_is_said_in_one_line(tmp_path, change, says):
    faults = LIVING.faults_of(with_fault(tmp_path, change))
    assert len(faults) == 1
    assert re.search(says, faults[0])
    assert CHAPTER.name in faults[0] and "\n" not in faults[0]


def test_no_notebook_is_said_in_one_line(tmp_path):
    path = tmp_path / "x.ipynb"
    path.write_text("{", encoding="utf-8")
    assert len(LIVING.faults_of(path)) == 1


@pytest.fixture(scope="module")
def copy(tmp_path_factory):
    """A copy of the book, small: its first chapter alone."""
    folder = tmp_path_factory.mktemp("book")
    ignore = shutil.ignore_patterns("__pycache__", "*.ipynb", ".ipynb_checkpoints")
    shutil.copytree(ROOT / "book", folder / "book", ignore=ignore)
    (folder / "scripts").mkdir()
    shutil.copy(ROOT / "scripts" / "tangle.py", folder / "scripts")
    shutil.copy(ROOT / "_config.yml", folder)
    shutil.copy(CHAPTER, folder / "book")
    (folder / "book" / "index.md").write_text(
        f"# Front\n\n```{{explorer}} {explorers.names()[0]}\n```\n"
    )
    pages = "format: jb-book\nroot: book/index\nchapters:\n  - file: book/" + CHAPTER.stem + "\n"
    (folder / "_toc.yml").write_text(pages)
    return folder


def build(folder, **environment):
    """Build and return (exit code, what went to stderr, everything)."""
    program = Path(sys.executable).parent / "jupyter-book"
    done = subprocess.run(
        [program, "build", ".", "--keep-going"],
        cwd=folder,
        capture_output=True,
        encoding="utf-8",
        check=False,
        timeout=180,
        env={**os.environ, **environment},
    )
    return done.returncode, done.stderr, done.stdout + done.stderr


def test_repository_address_has_one_home(copy):
    if not RUNTIME.exists():
        pytest.fail("book/_static/generated/runtime.js is missing: run `make book`")
    code, _, output = build(copy, BOOK_REPOSITORY="https://github.com/someone/elsewhere.git")
    assert code == 0, output[-3000:]
    text = (copy / "_build" / "html" / "book" / f"{CHAPTER.stem}.html").read_text(encoding="utf-8")
    assert 'href="https://github.com/someone/elsewhere"' in text
    assert "https://github.com/someone/elsewhere/edit/" in text
    assert "https://github.com/someone/elsewhere/issues/new" in text
    assert "mybinder.org/v2/gh/someone/elsewhere/" in text
    config = (ROOT / "_config.yml").read_text(encoding="utf-8")
    assert re.search(r"url: (https://github\S+)", config).group(1) not in text
    # An explorer on a page that is no notebook.
    front = (copy / "_build" / "html" / "book" / "index.html").read_text(encoding="utf-8")
    assert f'data-explorer="{explorers.names()[0]}"' in front and "book-page" in front


def test_fault_stops_the_build(copy):
    path = copy / "book" / CHAPTER.name
    before = path.read_text(encoding="utf-8")
    notebook = json.loads(before)
    misspell_tag(notebook)
    path.write_text(json.dumps(notebook), encoding="utf-8")
    try:
        code, stderr, _ = build(copy)
    finally:
        path.write_text(before, encoding="utf-8")
    assert code == 1
    lines = [line for line in stderr.splitlines() if line.strip()]
    assert len(lines) == 1, stderr
    assert f"book/{CHAPTER.name}, cell" in lines[0] and "'scalr'" in lines[0]


def test_unreadable_formula_is_a_warning(copy):
    front = copy / "book" / "index.md"
    before = front.read_text()
    front.write_text(before + "\nThe formula $\\frac{1$ is none.\n")
    try:
        code, stderr, _ = build(copy)
    finally:
        front.write_text(before)
    assert code == 0 and "WARNING: formula" in stderr


def test_missing_assets_stop_the_build(copy):
    generated = copy / "book" / "_static" / "generated"
    aside = copy / "aside"
    generated.rename(aside)
    try:
        code, stderr, _ = build(copy)
    finally:
        aside.rename(generated)
    assert code == 1
    lines = [line for line in stderr.splitlines() if line.strip()]
    assert len(lines) == 1 and "make book" in lines[0], stderr
