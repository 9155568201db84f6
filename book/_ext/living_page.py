"""Sphinx extension: puts the book's Python on its pages, and keeps the pages to themselves.

- Checks every notebook before the build and stops it with one line for each fault.
- Adds to each page with an explorer or a live cell the Python that it needs, the default pictures'
  sentences and tables, and the words of the interface, as one inline JSON; page.js does the rest.
- Takes from the theme what would ask another host or is never used.
"""

import contextlib
import difflib
import hashlib
import html
import importlib.util
import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

from docutils import nodes
from docutils.parsers.rst import Directive
from sphinx.util import logging
from sphinxcontrib import katex

LOGGER = logging.getLogger(__name__)
EXTENSION = Path(__file__).resolve().parent
BOOK = EXTENSION.parent
ROOT = BOOK.parent
GENERATED = BOOK / "_static" / "generated"

if str(BOOK) not in sys.path:
    sys.path.insert(0, str(BOOK))

TAGS = {
    # what a cell is
    "scalar", "live", "exercise", "solution", "explorer", "array", "torch", "model", "claim",
    "plot", "setup",
    # how myst-nb shows it
    "hide-input", "hide-output", "hide-cell", "remove-input", "remove-output", "remove-cell",
    "output_scroll", "full-width", "margin",
    # how it is run and compared
    "raises-exception", "skip-execution", "nbval-skip", "nbval-ignore-output",
    "nbval-check-output", "nbval-raises-exception", "nbval-test-listed",
}  # fmt: skip

# What a cell needs that the page has not.
NOT_HERE = ("array", "torch", "model")

# Every word of the interface; {name} is filled in on the page.
STRINGS = {
    "reset": "Reset",
    "presets": "Try",
    "copy_link": "Copy link",
    "copied": "Copied",
    "numbers": "The numbers",
    "copy_csv": "Copy as CSV",
    "download_csv": "Download CSV",
    "value_of": "{label}, value",
    "own_functions": "Drawn with your {names}.",
    "run": "Run",
    "check": "Check",
    "edit": "Edit",
    "cell": "cell {number}",
    "code_of_cell": "Code of cell {number}",
    "edit_help": "Ctrl+Enter runs, Tab indents, Esc leaves.",
    "running": "Running…",
    "waiting": "Waiting…",
    "done": "Done.",
    "failed": "Stopped with an error.",
    "output_of_cell": "Output of cell {number}",
    "no_output": "Ran; it prints nothing.",
    "cut": "… cut at 200 lines",
    "used_book": "A cell above failed: this ran with the book's version of it.",
    "timed_out": (
        "Stopped: no answer after 2 seconds. Python was started again, "
        "and the cells that had worked were run again. Your text is kept."
    ),
    "crashed": (
        "Stopped: Python itself gave up, as a rule for lack of memory. It was started again, "
        "and the cells that had worked were run again. Your text is kept."
    ),
    "explorer_timed_out": (
        "No answer after 2 seconds with these functions: the picture is the last good one. "
        "Change the cell, or move a control to try again."
    ),
    "explorer_failed": "{message}. The picture is the last good one.",
    "explorer_failed_at": "{message} ({where}). The picture is the last good one.",
    "no_start": "Python could not be started on this page: {message}",
    "no_decompression": "this browser is too old for it (it has no DecompressionStream).",
    "no_runtime": "its file was not found.",
    "bad_picture": "the picture is no valid SVG.",
    "needs_numpy": "Needs NumPy: runs in Binder or JupyterLab.",
    "needs_torch": "Needs PyTorch: runs in Binder or JupyterLab.",
    "needs_model": "Needs the real model: runs in Binder or JupyterLab.",
    "needs_notebook": "Runs in Binder or JupyterLab.",
    "open_binder": "Open in Binder",
}

# What myst-nb and docutils write that a screen reader is misled by: a summary whose name is not its
# text, and roles that are deprecated or hold what they may not.
MISLEADING = (
    ' aria-label="Toggle hidden content"',
    ' role="doc-biblioentry"',
    ' role="list" class="citation-list"',
)

# Scripts of the theme and its extensions that the book has no use for.
UNUSED_SCRIPTS = ("thebe", "THEBE_JS_URL", "mathjax", "require.js", "design-tabs")


class BuildFault(SystemExit):
    """Stops the build with its message and nothing else."""


def text_of(cell):
    return "".join(cell["source"])


def code_cells(notebook):
    """Return (number, tags, source) of each code cell; numbers count all cells from 1."""
    return [
        (number, cell["metadata"].get("tags", []), text_of(cell))
        for number, cell in enumerate(notebook["cells"], start=1)
        if cell["cell_type"] == "code"
    ]


def called_with(function, code):
    """Return the string literals that code passes first to a function of that name."""
    return re.findall(rf"""\b{function}\(\s*["']([^"']*)["']""", code)


def tangle_module():
    """Return scripts/tangle.py, whose rules for a chapter's metadata are the ones to apply."""
    spec = importlib.util.spec_from_file_location("tangle", ROOT / "scripts" / "tangle.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def faults_of(path):
    """Return a line for each fault of a notebook: where, and what."""
    import exercises
    import explorers

    where = path.relative_to(ROOT).as_posix() if path.is_relative_to(ROOT) else str(path)
    try:
        notebook = json.loads(path.read_text(encoding="utf-8"))
    except ValueError as error:
        return [f"{where}: not a notebook: {error}"]
    faults = []
    for number, cell in enumerate(notebook["cells"], start=1):
        for tag in cell["metadata"].get("tags", []):
            if tag not in TAGS:
                near = difflib.get_close_matches(tag, sorted(TAGS), n=1, cutoff=0.5)
                hint = f"; did you mean {near[0]!r}?" if near else ""
                faults.append(f"{where}, cell {number}: unknown tag {tag!r}{hint}")
    known_explorers, known_exercises = explorers.names(), exercises.names()
    for number, tags, code in code_cells(notebook):
        for name in called_with("Explorer", code):
            if name not in known_explorers:
                there = ", ".join(known_explorers)
                faults.append(f"{where}, cell {number}: no explorer {name!r}; there are {there}")
        for name in called_with("check", code):
            if "exercise" in tags and name not in known_exercises:
                near = difflib.get_close_matches(name, known_exercises, n=1)
                hint = f"; did you mean {near[0]!r}?" if near else ""
                faults.append(f"{where}, cell {number}: no exercise {name!r}{hint}")
    tangle = tangle_module()
    try:
        tangle.tangle_chapter(path)
    except tangle.TangleError as error:
        faults.append(f"book/{error}")
    return faults


def check_notebooks(app, env, docnames):
    """Stop the build when a notebook has a fault, or when the generated files are missing."""
    missing = [f for f in ("runtime.js", "katex.min.css") if not (GENERATED / f).exists()]
    if missing:
        raise BuildFault(f"book/_static/generated/{missing[0]} is missing: run `make book`")
    faults = []
    for docname in sorted(env.found_docs):
        path = Path(env.doc2path(docname))
        if path.suffix == ".ipynb":
            faults += faults_of(path)
    if faults:
        raise BuildFault("\n".join(faults))


def read(folder, pattern):
    """Return {path under book/: text} of the files of a folder that match a pattern."""
    files = {}
    for path in sorted((BOOK / folder).glob(pattern)):
        files[path.relative_to(BOOK).as_posix()] = path.read_text(encoding="utf-8")
    return files


def page_files(explorer_names, exercise_ids=(), uses_exercises=False):
    """Return the Python and data that a page needs, as {path: text}.

    The tests run the same files in MicroPython.
    """
    import explorers

    files = {"page_host.py": (EXTENSION / "page_host.py").read_text(encoding="utf-8")}
    files |= read("attention", "__init__.py") | read("attention", "_check.py")
    files |= read("attention/scalar", "*.py")
    all_figures = set(explorers.names())
    for path, text in (read("explorers", "*.py") | read("explorers/data", "*.py")).items():
        name = Path(path).stem
        is_other_figure = name in all_figures and name not in explorer_names
        if not is_other_figure and name not in ("notebook", "static"):
            files[path] = text
    for name in explorer_names:
        files |= read("explorers/data", name + ".json")
    if exercise_ids or uses_exercises:
        chapters = {name.split("-")[0] for name in exercise_ids}
        import exercises

        for path, text in read("exercises", "*.py").items():
            name = Path(path).stem
            if name in chapters or name not in exercises.CHAPTERS:
                files[path] = text
    return files


def notebook_files(notebook, explorer_names):
    """Return page_files for a notebook's live cells and the explorers of its page."""
    code = "\n".join(source for _, tags, source in code_cells(notebook) if is_live(tags))
    ids = called_with("check", code)
    return page_files(explorer_names, ids, uses_exercises="exercises" in code)


def is_live(tags):
    """Say whether a cell with these tags runs on the page."""
    if {"solution", *NOT_HERE} & set(tags):
        return False
    return bool({"scalar", "live", "exercise"} & set(tags))


def as_script(data):
    """Return data as JSON that can stand in a script element."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return text.replace("</", "<\\/").replace("<!--", "<\\u0021--")


def default_answer(name):
    """Return an explorer's sentence and table at its defaults, without the picture."""
    import explorers

    answer = explorers.get(name).answer(explorers.get(name).defaults(), {})
    return {key: answer[key] for key in ("says", "header", "rows")}


class ExplorerDirective(Directive):
    """```{explorer} NAME: an explorer on a page that is no notebook."""

    required_arguments = 1

    def run(self):
        import explorers
        from explorers.static import page_html

        name = self.arguments[0]
        if name not in explorers.names():
            where = Path(self.state.document.current_source or "?").name
            there = ", ".join(explorers.names())
            raise BuildFault(
                f"{where}, line {self.lineno}: no explorer {name!r}; there are {there}"
            )
        return [nodes.raw("", page_html(explorers.get(name), {}), format="html")]


def use_repository(app, config):
    """Let BOOK_REPOSITORY override the repository's address, and use the book's templates."""
    address = os.environ.get("BOOK_REPOSITORY")
    if address:
        address = address.strip().rstrip("/").removesuffix(".git")
        config.html_theme_options["repository_url"] = address
    config.templates_path.insert(0, str(EXTENSION / "templates"))


def digest_of_sources():
    """Return a digest of every file that a page's script, styles or Python come from."""
    digest = hashlib.sha256()
    folders = ("attention", "explorers", "exercises", "_ext", "_static")
    for path in sorted(p for folder in folders for p in (BOOK / folder).rglob("*")):
        if path.is_file() and "__pycache__" not in path.parts:
            digest.update(str(path.relative_to(BOOK)).encode() + path.read_bytes())
    digest.update((ROOT / "_config.yml").read_bytes() if (ROOT / "_config.yml").exists() else b"")
    digest.update(os.environ.get("BOOK_REPOSITORY", "").encode())
    return digest.hexdigest()


def outdated(app, env, added, changed, removed):
    """Read the pages again when the Python behind them has changed."""
    digest = digest_of_sources()
    if getattr(env, "living_page_digest", digest) == digest:
        env.living_page_digest = digest
        return []
    env.living_page_digest = digest
    return list(env.found_docs)


def binder_link(context):
    """Return the Binder address that the theme made for this page, or an empty string."""
    for button in context.get("header_buttons", []):
        for one in button.get("buttons", []) + [button]:
            if "mybinder.org" in str(one.get("url")):
                return one["url"]
    return ""


def needed(script):
    """Say whether a script of the theme or an extension is of use."""
    words = str(getattr(script, "filename", "") or "") + str(
        getattr(script, "attributes", {}).get("body", "")
    )
    return not any(name in words for name in UNUSED_SCRIPTS)


def figure_styles():
    """Return the colours of the figures, light and dark, as CSS; their home is explorers/svg.py."""
    from explorers import svg

    return svg.style(":root") + svg.dark_style('html[data-theme="dark"]')


def add_page_data(app, pagename, templatename, context, doctree):
    """Give a page its Python, and take away the scripts that it has no use for."""
    context["figure_styles"] = figure_styles()
    context["script_files"][:] = [script for script in context["script_files"] if needed(script)]
    body = context.get("body") or ""
    for words in MISLEADING:
        body = body.replace(words, "")
    context["body"] = body
    app.add_js_file("page.js", loading_method="defer")
    names = sorted(set(re.findall(r'data-explorer="(\w+)"', body)))
    live = re.search(r'class="cell[^"]*\btag_(?:live|scalar|exercise)\b', body)
    cells = 'class="cell' in body
    if not (names or cells):
        return
    path = Path(app.env.doc2path(pagename))
    notebook = {"cells": []}
    if path.suffix == ".ipynb":
        notebook = json.loads(path.read_text(encoding="utf-8"))
    runtime = hashlib.sha256((GENERATED / "runtime.js").read_bytes()).hexdigest()[:8]
    import explorers

    data = {
        "strings": STRINGS,
        "runtime": context["pathto"]("_static/generated/runtime.js", 1) + "?v=" + runtime,
        "binder": binder_link(context),
        "files": notebook_files(notebook, names) if names or live else {},
        "explorers": {
            name: {"spec": explorers.get(name).spec(), "answer": default_answer(name)}
            for name in names
        },
    }
    script = f'<script type="application/json" id="book-page">{as_script(data)}</script>\n'
    context["body"] = body + script


FRONT = """<!DOCTYPE html>
<html lang="{language}">
<head>
<meta charset="utf-8">
<title>{title}</title>
<link rel="icon" href="_static/favicon.svg">
<meta http-equiv="refresh" content="0; url={page}">
</head>
<body><main><a href="{page}">{title}</a></main></body>
</html>
"""


def write_front(app, exception):
    """Send the reader of index.html on to the front page, from a page that is complete itself."""
    if exception or app.builder.format != "html":
        return
    front = FRONT.format(
        language=app.config.language,
        title=html.escape(app.config.html_title),
        page=app.builder.get_target_uri(app.config.root_doc),
    )
    (Path(app.outdir) / "index.html").write_text(front, encoding="utf-8")


def start_katex(cls, rundir, timeout):
    """Start the process that renders formulas, and connect to it.

    In place of the extension's own: it connects once, when the socket is there, which on a busy
    machine is before anybody listens.
    """
    address = str(rundir / "katex.sock")
    process = subprocess.Popen(
        cls.build_command(socket=address),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        start_new_session=True,
    )
    end = time.monotonic() + timeout
    while True:
        connection = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        try:
            connection.connect(address)
            return process, connection
        except OSError:
            connection.close()
            if time.monotonic() > end or process.poll() is not None:
                stop_group(process)
                raise
        time.sleep(0.01)


def stop_group(process):
    """End a process and its children: `node` may be a wrapper around the real one."""
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def stop_katex(server):
    """End the process that renders formulas, in place of the extension's own."""
    server.sock.close()
    stop_group(server.process)
    shutil.rmtree(server.rundir, ignore_errors=True)


def render_formula(latex, options=None):
    """Return a formula as HTML; one that KaTeX cannot read is a warning, not red text."""
    try:
        return katex_render(latex, {"throwOnError": True, **(options or {})})
    except katex.KaTeXError as error:
        LOGGER.warning("formula %r: %s", latex, error)
        return f"<code>{html.escape(latex)}</code>"


katex_render = katex.render_latex


def mend_katex():
    katex.STARTUP_TIMEOUT = katex.RENDER_TIMEOUT = 30.0
    katex.KaTeXServer.start_server_process = classmethod(start_katex)
    katex.KaTeXServer.terminate = stop_katex
    katex.render_latex = render_formula


def setup(app):
    mend_katex()
    app.add_directive("explorer", ExplorerDirective)
    app.add_css_file("page.css", priority=900)
    app.connect("config-inited", use_repository)
    app.connect("env-before-read-docs", check_notebooks)
    app.connect("env-get-outdated", outdated)
    # After the theme has made its buttons: the Binder link is one of them.
    app.connect("html-page-context", add_page_data, priority=600)
    # After the external table of contents has written its own index.html.
    app.connect("build-finished", write_front, priority=900)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
