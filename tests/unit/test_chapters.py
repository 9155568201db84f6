"""Every chapter keeps the rules of the book: its cells, its length, its numbers."""

import ast
import json
import re

import pytest
from chapters import PATHS, ROOT, cells

import explorers

TAGS = {
    "scalar", "live", "exercise", "solution", "explorer", "array", "torch", "claim", "plot",
    "setup", "model", "hide-input", "hide-output", "hide-cell", "remove-input", "remove-output",
    "remove-cell",
}  # fmt: skip

# Decimals that a chapter may quote without printing them: definitions and sources, with the reason.
CONSTANTS = {
    "3.2",  # a section of Vaswani et al. (2017)
    "3.2.1",
}

chapter = pytest.mark.parametrize("path", PATHS, ids=lambda p: p.stem)


def prose(path):
    """Return the markdown of a chapter without code, formulas and directive options."""
    text = "\n".join(c["source"] for c in cells(path) if c["type"] == "markdown")
    text = re.sub(r"`[^`\n]*`", " ", text)
    return re.sub(r"\$\$.*?\$\$|\$[^$\n]*\$", " ", text, flags=re.S)


@chapter
def test_the_tags_are_known(path):
    for cell in cells(path):
        unknown = set(cell["tags"]) - TAGS
        assert not unknown, f"{path.name}, cell {cell['number']}: unknown tags {unknown}"
        if cell["type"] == "code":
            assert cell["tags"], f"{path.name}, cell {cell['number']}: a code cell without a tag"


@chapter
def test_a_chapter_is_at_most_2000_words(path):
    words = len(prose(path).split())
    assert words <= 2000, f"{path.name} has {words} words of prose"


def body_lines(node):
    """Return how many lines of code a function's body has, without docstring and comments."""
    body = node.body
    if isinstance(body[0], ast.Expr) and isinstance(getattr(body[0], "value", None), ast.Constant):
        body = body[1:]
    return body[-1].end_lineno - body[0].lineno + 1 if body else 0


@chapter
def test_scalar_functions_have_bodies_of_at_most_12_lines_and_full_docstrings(path):
    for cell in cells(path):
        if "scalar" not in cell["tags"]:
            continue
        where = f"{path.name}, cell {cell['number']}"
        for node in ast.parse(cell["source"]).body:
            if not isinstance(node, ast.FunctionDef):
                continue
            assert body_lines(node) <= 12, f"{where}: {node.name} is too long"
            doc = ast.get_docstring(node) or ""
            for word in ("Shapes:", "Source:"):
                assert word in doc, f"{where}: {node.name} lacks {word} in its docstring"
            assert "Raises" in doc or "Errors as in" in doc, f"{where}: {node.name}: no errors"


@chapter
def test_cells_of_the_page_fit_its_width(path):
    for cell in cells(path):
        if cell["type"] == "code":
            for line in cell["source"].splitlines():
                assert len(line) <= 82, f"{path.name}, cell {cell['number']}: {len(line)} columns"


@chapter
def test_live_cells_are_at_most_12_lines_and_print(path):
    for cell in cells(path):
        if "live" not in cell["tags"]:
            continue
        where = f"{path.name}, cell {cell['number']}"
        lines = [x for x in cell["source"].splitlines() if x.strip()]
        assert len(lines) <= 12, f"{where}: {len(lines)} lines"
        last = ast.parse(cell["source"]).body[-1]
        bare = isinstance(last, ast.Expr) and not isinstance(last.value, ast.Call)
        assert not bare, f"{where}: ends in a bare expression, the page does not show it"


@chapter
def test_every_decimal_of_the_prose_is_printed_by_a_cell(path):
    everything = "\n".join(
        c["printed"] + "\n" + c["source"] for c in cells(path) if c["type"] == "code"
    )
    for name in set(re.findall(r'data-explorer="(\w+)"', everything)):
        everything += json.dumps(explorers.get(name).spec())  # a preset's name is on the page too
    known = set(re.findall(r"\d+\.\d+", everything))
    for number in re.findall(r"\d+(?:\.\d+)+", prose(path)):
        assert number in known or number in CONSTANTS, (
            f"{path.name} says {number}, and no cell prints it"
        )


@chapter
def test_every_exercise_has_its_solution_right_below(path):
    code = [c for c in cells(path) if c["type"] == "code"]
    exercises = [i for i, c in enumerate(code) if "exercise" in c["tags"]]
    assert len(exercises) == 3, f"{path.name} has {len(exercises)} exercises"
    for i in exercises:
        solution = code[i + 1]
        where = f"{path.name}, cell {solution['number']}"
        assert {"solution", "hide-cell"} <= set(solution["tags"]), f"{where}: no collapsed solution"
        assert solution["metadata"]["jupyter"]["source_hidden"], f"{where}: open in a notebook"
        ids = [re.search(r'check\("([\w-]+)"', c["source"]).group(1) for c in (code[i], solution)]
        assert ids[0] == ids[1], f"{where}: checks {ids[1]}, the exercise is {ids[0]}"
        assert "not attempted yet" in code[i]["printed"]
        assert re.search(r"all \d+ checks pass", solution["printed"]), f"{where}: does not pass"


@chapter
def test_an_explorer_is_at_the_top_and_again_bound_to_the_readers_functions(path):
    explorers = [c for c in cells(path) if "explorer" in c["tags"]]
    assert len(explorers) >= 2, f"{path.name} shows its explorer {len(explorers)} times"
    functions = [re.search(r'data-functions="([^"]*)"', c["printed"]).group(1) for c in explorers]
    assert functions[0] == "", f"{path.name}: the first explorer runs the book's own functions"
    assert any(functions[1:]), f"{path.name}: no explorer runs the reader's functions"


@chapter
def test_outputs_hold_no_widget_state_no_errors_and_no_paths(path):
    text = path.read_text(encoding="utf-8")
    assert "widget-view+json" not in text and '"widgets"' not in text
    assert '"output_type": "error"' not in text and '"name": "stderr"' not in text
    assert str(ROOT) not in text


@chapter
def test_the_claim_prints_its_verdict(path):
    claims = [c for c in cells(path) if "claim" in c["tags"]]
    assert claims, f"{path.name} tests no claim"
    verdicts = re.findall(r"C\d+: (?:holds|fails)", "\n".join(c["printed"] for c in claims))
    assert verdicts, f"{path.name} prints no verdict"
