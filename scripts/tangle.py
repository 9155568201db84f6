"""Write book/attention/scalar/ from the chapters' cells tagged `scalar`.

A chapter names its module in its metadata: {"book": {"module": "shares"}}.

    python scripts/tangle.py           write the modules
    python scripts/tangle.py --check   write nothing; exit 1 with a diff when one is stale
"""

import argparse
import ast
import difflib
import json
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
CHAPTERS = ROOT / "book"
TARGET = CHAPTERS / "attention" / "scalar"

HEADER = '''"""{title}: the scalar implementation.

Generated from book/{chapter} by `make tangle`: edit the cells tagged `scalar` there.
"""
'''
INIT_HEADER = '''"""Attention in plain Python: floats and lists, one module a chapter.

Generated from the chapters by `make tangle`.
"""
'''


class TangleError(Exception):
    """A chapter that cannot be tangled; the message says where and why."""


def source(cell):
    """Return a cell's source as one string, without trailing white space."""
    return "".join(cell["source"]).rstrip()


def public_names(code, where):
    """Return the public names that a scalar cell defines.

    Raises TangleError when the cell does more than import and define: it becomes part of a module.
    """
    try:
        tree = ast.parse(code)
    except SyntaxError as error:
        raise TangleError(f"{where}: {error.msg} (line {error.lineno})") from None
    found = []
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            found.append(node.name)
        elif isinstance(node, ast.Assign) and all(isinstance(t, ast.Name) for t in node.targets):
            found += [t.id for t in node.targets]
        elif not isinstance(node, (ast.Import, ast.ImportFrom)):
            raise TangleError(
                f"{where}, line {node.lineno}: a cell tagged scalar may only import and define; "
                "put what it does in a cell tagged live"
            )
    return [name for name in found if not name.startswith("_")]


def title_of(notebook, path):
    """Return the text of the chapter's first heading."""
    for cell in notebook["cells"]:
        if cell["cell_type"] == "markdown":
            for text in source(cell).splitlines():
                if text.startswith("# "):
                    return text[2:].strip()
    raise TangleError(f"{path.name}: no heading")


def tangle_chapter(path):
    """Return (module name, module text, public names) of a chapter; None without scalar cells.

    Raises TangleError when there are scalar cells and no metadata, or the reverse.
    """
    notebook = json.loads(path.read_text(encoding="utf-8"))
    module = notebook["metadata"].get("book", {}).get("module")
    cells = [
        (number, cell)
        for number, cell in enumerate(notebook["cells"], start=1)
        if cell["cell_type"] == "code" and "scalar" in cell["metadata"].get("tags", [])
    ]
    if not cells and not module:
        return None
    if not module:
        raise TangleError(
            f"{path.name}: it has cells tagged scalar, but its metadata names no module "
            '(add "book": {"module": "NAME"} to the notebook\'s metadata)'
        )
    if not cells:
        raise TangleError(
            f"{path.name}: its metadata names the module {module}, but no cell is tagged scalar"
        )
    names = []
    parts = [HEADER.format(title=title_of(notebook, path), chapter=path.name)]
    for number, cell in cells:
        code = source(cell)
        names += public_names(code, f"{path.name}, cell {number}")
        parts.append(code + "\n")
    if not module.isidentifier():
        raise TangleError(f"{path.name}: {module!r} is no module name")
    if module in names:
        raise TangleError(f"{path.name}: the module {module} has the name of one of its functions")
    # One blank line after imports reads as part of them; functions are two apart.
    text = parts[0] + "\n" + "\n\n".join(parts[1:])
    return module, text, names


def tangle_all():
    """Return {path: text} for the whole of attention/scalar.

    Raises TangleError for a chapter that cannot be tangled, and for a name defined twice.
    """
    files, imports, exported, owner = {}, [], [], {}
    for path in sorted(CHAPTERS.glob("[0-9]*.ipynb")):
        result = tangle_chapter(path)
        if result is None:
            continue
        module, text, names = result
        for name in names:
            if name in owner:
                raise TangleError(f"{path.name}: {name} is defined in {owner[name]} already")
            owner[name] = path.name
        files[TARGET / f"{module}.py"] = text
        imports.append(f"from attention.scalar.{module} import {', '.join(sorted(names))}\n")
        exported += names
    for module in [path.stem for path in files]:
        if module in owner:
            raise TangleError(f"the module {module} has the name of a function of {owner[module]}")
    listed = "".join(f'    "{name}",\n' for name in sorted(exported))
    body = "".join(wrapped(statement) for statement in imports)
    files[TARGET / "__init__.py"] = f"{INIT_HEADER}\n{body}\n__all__ = [\n{listed}]\n"
    return files


def wrapped(statement):
    """Return an import statement, in brackets where it is longer than a line."""
    if len(statement) <= 101:
        return statement
    head, names = statement.rstrip().split(" import ")
    return f"{head} import (\n" + "".join(f"    {n},\n" for n in names.split(", ")) + ")\n"


def stale(files):
    """Return a unified diff of what is on disk against what the chapters say; empty if fresh."""
    diff = []
    on_disk = {p for p in TARGET.glob("*.py")}
    for path in sorted(set(files) | on_disk):
        old = path.read_text(encoding="utf-8") if path in on_disk else ""
        new = files.get(path, "")
        name = path.relative_to(ROOT).as_posix()
        diff += difflib.unified_diff(
            old.splitlines(keepends=True), new.splitlines(keepends=True), name, f"{name} (chapters)"
        )
    return "".join(diff)


def main(arguments=None):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--check", action="store_true", help="write nothing, exit 1 when stale")
    options = parser.parse_args(arguments)
    try:
        files = tangle_all()
    except TangleError as error:
        print(f"tangle: {error}", file=sys.stderr)
        return 1
    diff = stale(files)
    if options.check:
        if diff:
            print(diff, end="")
            print("attention/scalar is stale: run `make tangle` and commit what it writes.")
            return 1
        return 0
    TARGET.mkdir(parents=True, exist_ok=True)
    for path in TARGET.glob("*.py"):
        if path not in files:
            path.unlink()
    for path, text in files.items():
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8")
            print(f"wrote {path.relative_to(ROOT)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
