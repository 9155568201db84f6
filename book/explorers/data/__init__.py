"""Recorded data that explorers draw: NAME.json for the explorer NAME, written by scripts/data_*."""

import json


def load(name):
    """Return what data/NAME.json holds."""
    folder = __file__[: -len("__init__.py")]
    with open(folder + name + ".json") as file:
        return json.load(file)
