"""The chapters as the tests see them: cells with tags, sources and printed outputs."""

import json
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
PATHS = sorted((ROOT / "book").glob("[0-9]*.ipynb"))


def cells(path):
    """Return a chapter's cells as dicts with number, type, tags, source and printed text."""
    found = []
    notebook = json.loads(path.read_text(encoding="utf-8"))
    for number, cell in enumerate(notebook["cells"], start=1):
        found.append(
            {
                "number": number,
                "type": cell["cell_type"],
                "tags": cell["metadata"].get("tags", []),
                "source": "".join(cell["source"]),
                "printed": printed(cell),
                "outputs": cell.get("outputs", []),
                "metadata": cell["metadata"],
            }
        )
    return found


def printed(cell):
    """Return all text that a cell's stored outputs show."""
    text = []
    for output in cell.get("outputs", []):
        text.append("".join(output.get("text", "")))
        data = output.get("data", {})
        for kind in ("text/plain", "text/html"):
            text.append("".join(data.get(kind, "")))
    return "\n".join(text)
