"""Re-run the chapters and save them with their outputs.

    python scripts/notebooks.py [CHAPTER.ipynb ...]      all chapters without arguments

What is saved is what a reader sees and what nbval compares: outputs without widget state, without
times, without the host's Python version. A re-run without a change gives no diff.
"""

import sys
from pathlib import Path

import nbformat
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError

ROOT = Path(__file__).resolve().parent.parent
WIDGET_VIEW = "application/vnd.jupyter.widget-view+json"


def joined(outputs):
    """Return outputs with neighbouring pieces of one stream joined: where they split is chance."""
    whole = []
    for output in outputs:
        if whole and output.output_type == "stream" == whole[-1].output_type:
            if output.name == whole[-1].name:
                whole[-1].text += output.text
                continue
        whole.append(output)
    return whole


def clean(notebook):
    """Take out of a notebook what differs from run to run, or from machine to machine."""
    notebook.metadata = {
        key: notebook.metadata[key] for key in ("book", "mystnb") if key in notebook.metadata
    }
    notebook.metadata["kernelspec"] = {
        "display_name": "Python 3",
        "language": "python",
        "name": "python3",
    }
    notebook.metadata["language_info"] = {"name": "python"}
    count = 0
    for cell in notebook.cells:
        if cell.cell_type != "code":
            continue
        cell.metadata.pop("execution", None)
        count += 1
        cell.execution_count = count
        cell.outputs = joined(cell.outputs)
        for output in cell.outputs:
            if "execution_count" in output:
                output.execution_count = count
            if "data" in output:
                output.data.pop(WIDGET_VIEW, None)
    return notebook


def run(path):
    """Run one chapter in its folder and save it.

    Raises nbclient's CellExecutionError when a cell fails; the file is left as it was.
    """
    before = path.read_text(encoding="utf-8")
    notebook = nbformat.reads(before, as_version=4)
    client = NotebookClient(
        notebook,
        timeout=300,
        kernel_name="python3",
        store_widget_state=False,
        resources={"metadata": {"path": str(path.parent)}},
    )
    client.execute()
    text = nbformat.writes(clean(notebook)).rstrip("\n") + "\n"
    if text != before:
        path.write_text(text, encoding="utf-8")
    print(f"{path.name}: {'saved' if text != before else 'unchanged'}")


def main(arguments):
    paths = [Path(a).resolve() for a in arguments] or sorted(ROOT.glob("book/[0-9]*.ipynb"))
    for path in paths:
        try:
            run(path)
        except CellExecutionError as error:
            print(f"{path.name}: {error}", file=sys.stderr)
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
