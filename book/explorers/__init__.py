"""The figures of the book: one module each, pure Python, drawn as SVG.

The same modules serve the notebook (explorers.notebook) and the page (MicroPython).
"""

from explorers.contract import Figure

HELPERS = ("__init__", "contract", "num", "svg", "notebook", "static", "data")


def names():
    """Return the names of all explorers, sorted."""
    import os

    folder = __file__[: -len("__init__.py")] or "."
    found = [f[:-3] for f in os.listdir(folder) if f.endswith(".py")]
    return sorted(name for name in found if name not in HELPERS)


def get(name):
    """Return the explorer of that name as a Figure.

    Raises ValueError that lists the explorers there are.
    """
    if name in HELPERS or not isinstance(name, str) or not name.replace("_", "a").isalpha():
        raise ValueError("there is no explorer " + repr(name) + "; there are " + ", ".join(names()))
    try:
        module = __import__("explorers." + name, None, None, ["draw"])
    except ImportError as error:
        if ("explorers." + name) not in str(error) and "no module named 'explorers" not in str(
            error
        ):
            raise
        raise ValueError(
            "there is no explorer " + repr(name) + "; there are " + ", ".join(names())
        ) from None
    return Figure(name, module)
