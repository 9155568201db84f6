"""What MicroPython computes on the page is what CPython computes: numbers to 1e-9, text exactly."""

import json
import random
from pathlib import Path

import pytest
from page_python import ROOT, in_micropython, load_extension

import explorers

CHAPTERS = sorted(p for p in (ROOT / "book").glob("[0-9]*.ipynb"))
LIVING = load_extension()

# Run in MicroPython: prints a JSON line for each list of values.
PROGRAM = """
import json
import explorers

figure = explorers.get(NAME)
for values in json.loads(VALUES):
    header, rows = figure.numbers(values)
    answer = figure.answer(values, {})
    print(json.dumps([header, rows, answer["header"], answer["rows"], answer["svg"],
                      answer["says"]]))
"""


def points_of(figure):
    """Return every state to compare: presets, ends, each step of each slider, 200 random ones."""
    points = [{}] + [values for _, values in figure.module.presets]
    for slider in figure.sliders:
        scenes = [{}]
        if slider.when:
            scenes = [{slider.when[0]: slider.when[1]}]
        for scene in scenes:
            points += [{**scene, slider.name: x} for x in (slider.min, slider.max)]
            points += [{**scene, slider.name: x} for x in slider.positions()]
    for choice in figure.choices:
        points += [{choice.name: option} for option in choice.options]
    generator = random.Random(20251130)
    for _ in range(200):
        point = {c.name: generator.choice(c.options) for c in figure.choices}
        for slider in figure.sliders:
            x = generator.uniform(0, 1)
            if slider.log:
                point[slider.name] = slider.min * (slider.max / slider.min) ** x
            else:
                point[slider.name] = slider.min + (slider.max - slider.min) * x
        points.append(point)
    return points


def close(ours, theirs):
    if isinstance(ours, str) or isinstance(theirs, str):
        return ours == theirs
    return abs(ours - theirs) <= 1e-9 * max(1.0, abs(ours))


@pytest.mark.parametrize("name", explorers.names())
def test_explorer_is_the_same_on_the_page(name):
    figure = explorers.get(name)
    points = points_of(figure)
    program = PROGRAM.replace("NAME", repr(name), 1)
    program = program.replace("VALUES", repr(json.dumps(points)), 1)
    files = LIVING.page_files([name])
    lines = in_micropython(files, program=program)["printed"].splitlines()
    assert len(lines) == len(points)
    for values, line in zip(points, lines):
        header, rows, shown_header, shown_rows, svg, says = json.loads(line)
        our_header, our_rows = figure.numbers(values)
        assert header == our_header, values
        assert len(rows) == len(our_rows), values
        for row, our_row in zip(rows, our_rows):
            assert len(row) == len(our_row), values
            assert all(close(a, b) for a, b in zip(our_row, row)), (values, our_row, row)
        ours = figure.answer(values, {})
        assert [shown_header, shown_rows] == [ours["header"], ours["rows"]], values
        assert says == ours["says"], values
        assert svg == ours["svg"], values


def live_cells(notebook):
    """Return (number, tags, source, stored output) of each cell that runs on the page."""
    found = []
    for number, cell in enumerate(notebook["cells"], start=1):
        tags = cell["metadata"].get("tags", [])
        if cell["cell_type"] == "code" and LIVING.is_live(tags):
            found.append((number, tags, LIVING.text_of(cell), stored(cell)))
    return found


def stored(cell):
    """Return the printed text stored with a cell."""
    streams = [o for o in cell["outputs"] if o["output_type"] == "stream"]
    return "".join("".join(o["text"]) for o in streams)


@pytest.mark.parametrize("path", CHAPTERS, ids=lambda path: path.stem)
def test_live_cells_print_their_stored_outputs(path):
    notebook = json.loads(path.read_text(encoding="utf-8"))
    cells = live_cells(notebook)
    assert cells, "no cell of this chapter runs on its page"
    requests = [{"kind": "run", "label": f"cell {n}", "code": code} for n, _, code, _ in cells]
    results = in_micropython(LIVING.notebook_files(notebook, []), requests)["results"]
    for (number, _, _, output), result in zip(cells, results):
        assert result["ok"], f"cell {number}:\n{result.get('traceback')}"
        assert result["printed"] == output, f"cell {number}"


@pytest.mark.parametrize("path", CHAPTERS, ids=lambda path: path.stem)
def test_exercises_can_be_solved_on_the_page(path):
    notebook = json.loads(path.read_text(encoding="utf-8"))
    requests, expected, before_is_live = [], [], False
    for number, cell in enumerate(notebook["cells"], start=1):
        if cell["cell_type"] != "code":
            continue
        tags = cell["metadata"].get("tags", [])
        if LIVING.is_live(tags) or ("solution" in tags and before_is_live):
            code = LIVING.text_of(cell)
            requests.append({"kind": "run", "label": f"cell {number}", "code": code})
            expected.append(stored(cell))
        before_is_live = LIVING.is_live(tags) and "exercise" in tags
    files = LIVING.notebook_files(notebook, [])
    results = in_micropython(files, requests)["results"]
    assert sum("checks pass" in r["printed"] for r in results) >= 1
    for result, output in zip(results, expected):
        assert result["ok"], result.get("traceback")
        assert result["printed"] == output


def test_bound_functions_come_from_the_readers_cells():
    name, function = next(
        (figure.name, function)
        for figure in map(explorers.get, explorers.names())
        for function in bound_names(figure)
    )
    request = {"kind": "answer", "name": name, "values": {}, "functions": [function]}
    spy = (
        f"from attention.scalar import {function} as book\n"
        f"def {function}(*a, **k):\n    raise KeyError('mine')\n"
    )
    cell = {"kind": "run", "label": "cell 1", "code": spy}
    before, _, after = in_micropython(LIVING.page_files([name]), [request, cell, request])[
        "results"
    ]
    assert before["ok"] and before["own"] == []
    assert not after["ok"]
    assert "mine" in after["message"] and after["where"] == "cell 1, line 3"


def bound_names(figure):
    """Return the names of the functions that an explorer takes."""
    return list(figure.module.functions)


def run_one(code):
    request = {"kind": "run", "label": "cell 7", "code": code}
    return in_micropython(LIVING.page_files([]), [request])["results"][0]


def test_traceback_has_the_cells_lines_and_no_others():
    result = run_one("def f(x):\n    return 1 / x\n\nprint('before')\nf(0)\n")
    assert result["printed"] == "before\n"
    assert result["traceback"].splitlines() == [
        "Traceback (most recent call last):",
        "  cell 7, line 5",
        "    f(0)",
        "  cell 7, line 2, in f",
        "    return 1 / x",
        "ZeroDivisionError: divide by zero",
    ]


def test_syntax_error_names_its_line():
    result = run_one("x = 1\nfor i in 3\n    pass\n")
    assert "cell 7, line 2" in result["traceback"]
    assert "SyntaxError" in result["traceback"]


def test_endless_recursion_is_an_error_and_a_short_traceback():
    result = run_one("def f(n):\n    return f(n + 1)\nf(0)\n")
    assert "recursion" in result["traceback"]
    assert len(result["traceback"].splitlines()) < 20


@pytest.mark.parametrize(
    "code",
    [
        "for i in range(100000):\n    print(i)\n",
        "print('x\\n' * 100000)\n",
        "for i in range(1000):\n    print(i, i, sep='-', end='\\n')\n",
    ],
)
def test_printing_stops_after_200_lines(code):
    result = run_one(code)
    assert result["ok"] and result["cut"]
    assert 200 <= result["printed"].count("\n") <= 20000


def test_printing_to_a_file_is_no_output():
    result = run_one(
        "from io import StringIO\nf = StringIO()\nprint('a', file=f)\nprint(len(f.getvalue()))\n"
    )
    assert result["printed"] == "2\n" and not result["cut"]


def test_leaving_python_is_an_error_of_the_cell():
    result = run_one("raise SystemExit\n")
    assert not result["ok"] and "SystemExit" in result["traceback"]


def test_only_what_a_page_uses_is_put_on_it():
    files = LIVING.page_files([explorers.names()[0]])
    for name in explorers.names()[1:]:
        assert f"explorers/{name}.py" not in files
        assert f"explorers/data/{name}.json" not in files
    assert "explorers/notebook.py" not in files
    assert not any(path.startswith("attention/array") for path in files)
    assert not any(Path(path).is_absolute() for path in files)
